import { rename, rm, rmdir } from "node:fs/promises";
import { messageOf } from "../base/error.ts";
import { makeFolder } from "../base/files/write/make-folder.ts";
import type { CommitSha, EpochMs, SheetId } from "../base/ids.ts";
import type { Book } from "../conductor/book.ts";
import type { SheetEvent } from "../sheet/events/event.ts";
import type { HealingPlan } from "../score/healing/codes.ts";
import { inverseOf, type PlanPatch, patched } from "../sheet/healing/patch.ts";
import { type Healing, type Undo, healingOf } from "../sheet/healing/record.ts";
import type { Job } from "../sheet/job.ts";
import type { Rest } from "../sheet/rest/rest.ts";
import { type Verdict, allPass, reasonsOf } from "../sheet/verdict.ts";
import { choose } from "./choose.ts";
import { readFacts, type Sources } from "./facts.ts";
import { lockProposal } from "./remedies/stale-lock.ts";
import type { Proposal } from "./remedy.ts";

/** The actions of remedies on the world, beside a job's records. */
export interface HealingHands {
  readonly sources: Sources;
  readonly now: () => EpochMs;
  /** Runs the validations of a sheet again on what it left; a text says why that can't be. */
  judge(job: Job, sheet: SheetId): Promise<Judged | string>;
  makeRoom(): Promise<void>;
  forgetGates(job: Job): Promise<void>;
  /** Tutti's own folder for what was moved aside. */
  readonly asideFolder: string;
}

interface Judged {
  readonly verdict: Verdict;
  readonly capture: CommitSha;
  readonly base: CommitSha;
}

/** Rests that a rule may do something about. */
function isHealable(rest: Rest): boolean {
  if (rest.kind === "finished") return rest.failed > 0;
  if (rest.kind !== "paused") return false;
  return ["broken", "unready", "agent"].includes(rest.cause.kind);
}

/** Whether there is something to play again. `rest: null`: it was not played yet. */
export async function heal(hands: HealingHands, book: Book, rest: Rest | null): Promise<boolean> {
  const plan = healingOf(book.job());
  if (plan === null) return false;
  if (rest === null) return unlock(hands, book, plan);
  if (!isHealable(rest)) return false;
  const facts = await readFacts(hands.sources, book.job(), { states: book.states(), rest });
  const { cycle, chosen } = choose(facts, plan);
  let isCured = false;
  for (const proposal of chosen) isCured = (await use(hands, book, { proposal, cycle })) || isCured;
  return isCured;
}

/** A lock that was there before the job would keep its first result off the target: later it is too late. */
async function unlock(hands: HealingHands, book: Book, { mode, without }: HealingPlan): Promise<boolean> {
  const job = book.job();
  const isAllowed = mode === "all" && !without.includes("H04");
  if (!isAllowed || (job.healings ?? []).some(({ code }) => code === "H04")) return false;
  const lock = await hands.sources.findStaleLock(job).catch(() => null);
  // It is no round: nothing has failed yet.
  return lock !== null && use(hands, book, { proposal: lockProposal(lock), cycle: 0 });
}

interface Use {
  readonly proposal: Proposal;
  /** `null`: a person chose it. */
  readonly cycle: number | null;
}

/**
 * The effect on the plan and on sheets is one step in the journal, so a crash leaves a remedy that was used or one that
 * was not. Actions that only add are done before that and may be done twice; actions that take something away, after
 * it.
 */
export async function use(hands: HealingHands, book: Book, { proposal, cycle }: Use): Promise<boolean> {
  const { act, sheets } = proposal;
  const at = hands.now();
  if (act.then === "judge" || act.then === "judge-or-retry") return judgeAgain(hands, book, { proposal, cycle });
  const aside = act.lock === undefined ? undefined : asideFor(hands, act.lock);
  const undo: Undo = {
    ...undoOf(book.job(), act.patch),
    ...(act.folder === undefined ? {} : { folder: act.folder }),
    ...(aside === undefined || act.lock === undefined ? {} : { moved: { from: aside, to: act.lock } }),
  };
  const fault = await added(hands, book, proposal);
  if (fault !== null) {
    // It counts as used: what fails now would fail in the next round, too.
    const shown = { ...proposal, steps: [...proposal.steps, `it could not be done: ${fault}`] };
    await record(book, { at, proposal: shown, cycle, undo: {}, patch: undefined, sheets: [] });
    return false;
  }
  const events = act.then === "retry" ? retries(sheets, at) : [];
  await record(book, { at, proposal, cycle, undo, patch: act.patch, sheets: events });
  if (aside !== undefined && act.lock !== undefined) await moveAside(act.lock, aside, hands.asideFolder);
  return true;
}

/** Does the actions that only add; a text says why one failed. */
async function added(hands: HealingHands, book: Book, { act }: Proposal): Promise<string | null> {
  try {
    if (act.folder !== undefined) await makeFolder(act.folder);
    if (act.makeRoom === true) await hands.makeRoom();
    if (act.forgetGates === true) await hands.forgetGates(book.job());
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

function retries(sheets: readonly SheetId[], at: EpochMs): { sheet: SheetId; event: SheetEvent }[] {
  return sheets.map((sheet) => ({ sheet, event: { kind: "retried", at, once: true } }));
}

/** Judging changes nothing, so it is recorded with its outcome. */
async function judgeAgain(hands: HealingHands, book: Book, { proposal, cycle }: Use): Promise<boolean> {
  const { act, sheets } = proposal;
  const [sheet] = sheets;
  if (sheet === undefined) return false;
  // A changed rule is judged as it will be; one that is only to be tried more often as it is.
  const isAnother = act.then === "judge-or-retry";
  const job =
    isAnother && act.patch !== undefined ? { ...book.job(), plan: patched(book.job().plan, act.patch) } : book.job();
  const judged = await hands.judge(job, sheet);
  const at = hands.now();
  const isGood = typeof judged !== "string" && allPass(judged.verdict);
  const patch = isGood || isAnother ? act.patch : undefined;
  const rules = isAnother ? "" : "; the command is in quarantine, with one more try in this job";
  const outcome = isGood
    ? `${sheet} passes now: its result lands${rules}`
    : typeof judged === "string"
      ? `${sheet} can't be judged: ${judged}`
      : `${sheet} fails again: ${reasonsOf(judged.verdict).join("; ")}`;
  const events: { sheet: SheetId; event: SheetEvent }[] = isGood
    ? [
        {
          sheet,
          event: { kind: "judged", at, changed: true, ...judged, verdict: marked(book.job(), judged, proposal) },
        },
      ]
    : isAnother
      ? retries(sheets, at)
      : [];
  const undo = undoOf(book.job(), patch);
  const shown = { ...proposal, steps: [...proposal.steps.slice(0, 1), outcome] };
  await record(book, { at, proposal: shown, cycle, undo, patch, sheets: events });
  return events.length > 0;
}

/** The verdict says which command had failed on the same tree: so does the receipt of the landing. */
function marked({ plan }: Job, { verdict }: Judged, { act, sheets, code }: Proposal): Verdict {
  if (verdict.kind !== "judged" || code !== "H09") return verdict;
  const places = plan.sheets.find(({ id }) => id === sheets[0])?.validations ?? [];
  const flaky = new Set(act.patch?.rules?.map(([place]) => place));
  const results = verdict.results.map((result) =>
    flaky.has(places[result.index] ?? -1) ? { ...result, isFlaky: true as const } : result,
  );
  return { ...verdict, results };
}

interface Recorded extends Use {
  readonly at: EpochMs;
  readonly undo: Undo;
  readonly patch: PlanPatch | undefined;
  readonly sheets: readonly { readonly sheet: SheetId; readonly event: SheetEvent }[];
}

async function record(book: Book, { at, proposal, cycle, undo, patch, sheets }: Recorded): Promise<void> {
  const { code, what, steps } = proposal;
  const job = book.job();
  const healing: Healing = {
    number: (job.healings ?? []).length + 1,
    at,
    code,
    cycle,
    sheets: proposal.sheets,
    what,
    steps,
    undo: Object.keys(undo).length === 0 ? null : undo,
  };
  const plan = patch === undefined ? {} : { plan: patched(job.plan, patch) };
  // Both at once: they share one transaction.
  await Promise.all([
    book.recordJob({ kind: "healing", at, healing, ...plan }),
    sheets.length === 0 ? undefined : book.recordSheets(sheets),
  ]);
}

function undoOf(job: Job, patch: PlanPatch | undefined): Undo {
  return patch === undefined ? {} : { patch: inverseOf(job.plan, patch) };
}

function asideFor({ asideFolder, now }: HealingHands, path: string): string {
  return `${asideFolder}/${path.replaceAll("/", "%")}.${String(now())}`;
}

async function moveAside(path: string, aside: string, folder: string): Promise<void> {
  await makeFolder(folder);
  await rename(path, aside).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    const { copyFile } = await import("node:fs/promises");
    await copyFile(path, aside);
    await rm(path, { force: true });
  });
}

/** Takes a remedy back, as far as that is possible; what landed stays. */
export async function takeBack(hands: HealingHands, book: Book, healing: Healing): Promise<readonly string[]> {
  const { undo, number } = healing;
  const notes: string[] = [];
  if (undo?.folder !== undefined)
    await rmdir(undo.folder).catch((error: unknown) => notes.push(`${undo.folder ?? ""} stays: ${messageOf(error)}`));
  if (undo?.moved !== undefined) {
    const { from, to } = undo.moved;
    await rename(from, to).catch((error: unknown) => notes.push(`${to} is not put back: ${messageOf(error)}`));
  }
  const plan = undo?.patch === undefined ? {} : { plan: patched(book.job().plan, undo.patch) };
  await book.recordJob({ kind: "unhealed", at: hands.now(), number, ...plan });
  return notes;
}
