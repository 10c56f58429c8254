import { resolve } from "node:path";
import type { ReviewItem, ReviewView } from "../../api/contract/landing/review.ts";
import type { Tutti } from "../../api/tutti.ts";
import type { TuttiError } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import { plural, shellWord, visible } from "../../base/text.ts";
import { act, ask, newKey, withTutti } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { settleLocal } from "../front/conclude.ts";
import { requireJobHere } from "../job/choose.ts";
import { playInFront } from "../play.ts";
import { find } from "../reach.ts";
import { environmentHere } from "../setting.ts";
import { usage } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { detachOption, jsonOption, repoOption } from "../tree/options.ts";
import { personHere, reviewActs } from "./review/acts.ts";
import { backLine, diffLines, itemLines, reviewedSides, trialLines } from "./review/lines.ts";
import { conflictLines } from "./three-sides.ts";
import { type Walked, walkThrough } from "./review/walk.ts";

export const declare: Declare = (command, perform) => {
  command

    .description("Go through the results that wait for approval: approve them, send them back, drop them or try them.")
    .argument(
      "[what]",
      "job to review (default: all of this repository) or one sheet; the sheet for the options that act",
    )
    .addOption(repoOption)
    .addOption(jsonOption)
    .option("--list", "only list the results")
    .option("--diff", "list the results with their full diffs")
    .option("--job <job>", "job of the sheet")
    .option("--approve", "let the result land")
    .option("--send-back <text>", "have the agent continue, with this comment")
    .option("--drop", "cancel the sheet and keep its work")
    .option("--try", "switch this checkout to the result, merged with the current target")
    .option("--back", "switch this checkout back to where it was")
    .addOption(detachOption)
    .action(perform(review));
};

interface ReviewOptions {
  /** A job to go through; with a word about one result, its sheet. */
  readonly what: string | undefined;
  readonly job?: string;
  readonly repo?: string;
  readonly list?: true;
  readonly diff?: true;
  readonly approve?: true;
  readonly sendBack?: string;
  readonly drop?: true;
  readonly try?: true;
  readonly back?: true;
  readonly detach?: true;
  readonly json?: true;
}

export async function review(terminal: Terminal, options: ReviewOptions): Promise<number> {
  const words = [options.approve, options.sendBack, options.drop, options.try, options.back].filter(
    (word) => word !== undefined,
  );
  if (words.length > 1)
    throw usage(
      "only one thing can be said of a result at once",
      "Say one of --approve, --send-back, --drop, --try and --back.",
    );
  if (options.back === true) return goBack(terminal, options);
  if (words.length === 1) return sayOf(terminal, options, requireSheetName(options));
  const isInteractive =
    options.json !== true &&
    options.list !== true &&
    options.diff !== true &&
    terminal.isLive &&
    process.stdin.isTTY &&
    process.stdout.isTTY;
  return isInteractive ? walk(terminal, options) : list(terminal, options);
}

function requireSheetName({ what }: ReviewOptions): string {
  if (what !== undefined) return what;
  throw usage("which result?", "Name its sheet: tutti review SHEET --approve (tutti review --list shows them)");
}

async function list(terminal: Terminal, options: ReviewOptions): Promise<number> {
  return ask(terminal, async (tutti) => {
    const view = await readItems(tutti, options);
    const items =
      options.diff === true
        ? await Promise.all(view.items.map(({ job, sheet }) => tutti.call("review.show", { job, sheet })))
        : view.items;
    if (options.json === true) terminal.out(JSON.stringify({ ...view, items }));
    else for (const line of listLines(terminal, { ...view, items })) terminal.out(line);
    return exitCodes.good;
  });
}

function listLines(terminal: Terminal, { items, trial }: ReviewView): readonly string[] {
  const now = Date.now();
  const lines = items.flatMap((item, index) => [
    ...(index === 0 ? [] : [""]),
    ...itemLines(terminal, item, { now, place: { number: index + 1, of: items.length } }),
    ...diffLines(terminal, item, null),
    ...conflictLines(terminal, reviewedSides(item)),
  ]);
  return [
    ...(items.length === 0 ? ["Nothing waits for a person's word."] : lines),
    ...(trial === null ? [] : ["", ...trialLines(terminal, trial)]),
  ];
}

async function walk(terminal: Terminal, options: ReviewOptions): Promise<number> {
  const reached = await find(terminal, { start: true });
  const walked = await withTutti(reached.tutti, async (tutti) => {
    const { items, trial } = await readItems(tutti, options);
    if (trial !== null) for (const line of trialLines(terminal, trial)) terminal.out(line);
    const begun = new Map<JobId, number>();
    const person = personHere({ input: process.stdin, output: process.stderr });
    const acts = reviewActs(terminal, tutti, { folder: folderOf(options), begun });
    const said = await walkThrough(terminal, { items, acts, ask: person.ask, now: () => Date.now() }).finally(
      person.leave,
    );
    await settleLocal(reached, begun);
    return said;
  });
  terminal.out(walkedWords(walked));
  return exitCodes.good;
}

function walkedWords({ approved, sentBack, dropped, left }: Walked): string {
  if (approved + sentBack + dropped + left === 0) return "Nothing waits for a person's word.";
  return `${plural(approved, "result")} approved, ${sentBack} sent back, ${dropped} dropped, ${left} left as they are.`;
}

/** One result, without asking. */
async function sayOf(terminal: Terminal, options: ReviewOptions, sheet: string): Promise<number> {
  const how = { json: options.json === true, detach: options.detach === true, showNotes: true } as const;
  const environment = environmentHere();
  if (options.approve === true)
    return playInFront(terminal, how, async (tutti, key) => {
      const item = await requireItem(tutti, options, sheet);
      return tutti.call("sheet.approve", { job: item.job, sheets: [item.sheet], environment, key });
    });
  if (options.sendBack !== undefined) {
    const text = options.sendBack;
    if (text.trim() === "")
      throw usage("what is to be changed?", 'Say it: tutti review SHEET --send-back "also change the docs"');
    return playInFront(terminal, how, async (tutti, key) => {
      const item = await requireItem(tutti, options, sheet);
      return tutti.call("sheet.tell", { job: item.job, sheet: item.sheet, text, environment, key });
    });
  }
  return act(terminal, (tutti) =>
    options.drop === true
      ? drop(terminal, tutti, { ...options, sheet })
      : tryOut(terminal, tutti, { ...options, sheet }),
  );
}

async function drop(
  terminal: Terminal,
  tutti: Tutti,
  options: ReviewOptions & { readonly sheet: string },
): Promise<number> {
  const item = await requireItem(tutti, options, options.sheet);
  const view = await tutti.call("sheet.cancel", { job: item.job, sheet: item.sheet, key: newKey() });
  terminal.out(
    options.json === true
      ? JSON.stringify(view)
      : `${visible(item.sheet)} is dropped; its work is kept (tutti show, tutti restore, tutti retry).`,
  );
  return exitCodes.good;
}

/** Also one that waits for its turn only. */
async function tryOut(
  terminal: Terminal,
  tutti: Tutti,
  options: ReviewOptions & { readonly sheet: string },
): Promise<number> {
  const queues =
    options.job === undefined ? await tutti.call("queue.list", { folder: folderOf(options), all: false }) : [];
  const found = queues
    .flatMap(({ entries, held }) => [...entries, ...held])
    .filter(({ sheet }) => sheet === options.sheet);
  if (found.length > 1) throw severalJobs(found, options.sheet);
  const job = (found[0]?.job as JobId | undefined) ?? (await requireJobHere(tutti, options.job));
  const trial = await tutti.call("review.try", { job, sheet: options.sheet, folder: folderOf(options), key: newKey() });
  if (options.json === true) terminal.out(JSON.stringify(trial));
  else for (const line of trialLines(terminal, trial)) terminal.out(line);
  return exitCodes.good;
}

async function goBack(terminal: Terminal, options: ReviewOptions): Promise<number> {
  const back = await act(terminal, (tutti) => tutti.call("review.back", { folder: folderOf(options), key: newKey() }));
  terminal.out(options.json === true ? JSON.stringify(back) : backLine(back));
  return exitCodes.good;
}

/** Of a job, or of the one result that is named. */
async function readItems(tutti: Tutti, options: ReviewOptions): Promise<ReviewView> {
  const { what } = options;
  if (what === undefined || what === options.job) return listItems(tutti, options, options.job);
  // With a job named, the current folder need not be in its repository.
  const around = await listItems(tutti, options, options.job).catch(() => undefined);
  const named = around?.items.filter(({ sheet }) => sheet === what) ?? [];
  return around === undefined || named.length === 0 ? listItems(tutti, options, what) : { ...around, items: named };
}

function listItems(tutti: Tutti, options: ReviewOptions, job: string | undefined): Promise<ReviewView> {
  return tutti.call("review.list", { folder: folderOf(options), ...(job === undefined ? {} : { job }) });
}

async function requireItem(tutti: Tutti, options: ReviewOptions, sheet: string): Promise<ReviewItem> {
  const { items } = await readItems(tutti, { ...options, what: options.job });
  const found = items.filter((item) => item.sheet === sheet);
  const [first] = found;
  if (first === undefined)
    throw usage(
      `no result ${JSON.stringify(sheet)} waits for a person's word`,
      "tutti review --list shows those that do.",
    );
  if (found.length === 1) return first;
  throw severalJobs(found, sheet);
}

function severalJobs(found: readonly { readonly job: string }[], sheet: string): TuttiError {
  const jobs = found.slice(0, 5).map(({ job }) => shellWord(job));
  return usage(
    `${found.length} jobs have a result ${JSON.stringify(sheet)} that waits`,
    `Name the job with --job: ${jobs.join(", ")}`,
  );
}

function folderOf({ repo }: ReviewOptions): string {
  return resolve(repo ?? process.cwd());
}
