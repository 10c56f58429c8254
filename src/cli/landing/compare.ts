import { costWords } from "../../api/contract/cost/cost.ts";
import type { JobView, SheetView } from "../../api/contract/job.ts";
import type { DiffView } from "../../api/contract/sheet.ts";
import type { Tutti } from "../../api/tutti.ts";
import { codeOf } from "../../base/error.ts";
import { shellWord, visible } from "../../base/text.ts";
import { passedOf, resultsOf, type Verdict } from "../../sheet/verdict.ts";
import { aboutJob, ask, type JobOptions, sayNoJobs } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { changes } from "../snapshot/lines.ts";
import { prose, shortName } from "../terminal/prose.ts";
import { tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, newestJob } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .description(
      "Show the results of sheets that compete, side by side: validations, review, change, cost, and why one was chosen.",
    )
    .argument("[job]", newestJob)
    .addOption(jsonOption)
    .action(perform(compare));
};

/** One result of several of the same task. */
interface Rival {
  readonly sheet: string;
  readonly agent: string;
  readonly state: string;
  readonly isChosen: boolean;
  readonly attempts: number;
  readonly validations: { readonly passed: number; readonly of: number };
  readonly review: number | null;
  /** `null`: it left nothing. */
  readonly change: { readonly files: number; readonly insertions: number; readonly deletions: number } | null;
  readonly cost: SheetView["cost"];
  /** The ref of its result in Tutti's store; the chosen result is on the target. */
  readonly kept: string | null;
  readonly why: string | null;
}

interface Comparison {
  readonly group: string;
  /** Why one was chosen; `null`: none was yet. */
  readonly why: string | null;
  readonly results: readonly Rival[];
}

export async function compare(terminal: Terminal, options: JobOptions): Promise<number> {
  const found = await ask(terminal, async (tutti) => {
    const job = await tutti.call("job.status", aboutJob(options.job));
    return job === null ? null : { job, groups: await comparisonsOf(tutti, job) };
  });
  if (found === null) {
    sayNoJobs(terminal, options.json === true);
    return exitCodes.good;
  }
  const { job, groups } = found;
  if (options.json === true) terminal.out(JSON.stringify({ job: job.id, groups }));
  else if (groups.length === 0)
    terminal.out(`No sheets of ${visible(job.id)} compete. tutti task "…" --best-of 3 lets some.`);
  else for (const group of groups) for (const line of comparisonLines(terminal, job, group)) terminal.out(line);
  return exitCodes.good;
}

async function comparisonsOf(tutti: Tutti, job: JobView): Promise<readonly Comparison[]> {
  const groups = Map.groupBy(
    job.sheets.filter(({ contest }) => contest !== undefined),
    ({ contest }) => contest?.group ?? "",
  );
  const found: Comparison[] = [];
  for (const [group, sheets] of groups) {
    const results: Rival[] = [];
    let why: string | null = null;
    for (const sheet of sheets) {
      const said = await lastWords(tutti, job, sheet);
      results.push(await rivalOf(tutti, job, { sheet, verdict: said.verdict }));
      if (sheet.contest?.outcome === "chosen") ({ why } = said);
    }
    found.push({ group, why, results });
  }
  return found;
}

interface LastWords {
  readonly verdict: Verdict;
  readonly why: string | null;
}

/** The last messages of the validations of its result, and the reason why it was chosen. */
async function lastWords(tutti: Tutti, job: JobView, sheet: SheetView): Promise<LastWords> {
  let verdict: Verdict = { kind: "unvalidated" };
  let why: string | null = null;
  for (let after: number | null = 0; after !== null; ) {
    const asked: Parameters<typeof tutti.call<"job.history">>[1] = {
      job: job.id,
      folder: "/",
      sheet: sheet.id,
      after,
      limit: 1000,
    };
    const page = await tutti.call("job.history", asked);
    for (const { recorded } of page?.events ?? []) {
      const { event } = recorded;
      if (event.kind === "ended" || event.kind === "judged") ({ verdict } = event);
      if (event.kind === "chosen") ({ why } = event);
    }
    after = page?.next ?? null;
  }
  return { verdict, why };
}

async function rivalOf(
  tutti: Tutti,
  job: JobView,
  { sheet, verdict }: { readonly sheet: SheetView; readonly verdict: Verdict },
): Promise<Rival> {
  const { id, agent, state, attempts, cost, kept, why, contest } = sheet;
  return {
    sheet: id,
    agent,
    state,
    isChosen: contest?.outcome === "chosen",
    attempts,
    validations: { passed: passedOf(verdict).length, of: resultsOf(verdict).length },
    review: sheet.review?.score ?? null,
    change: attempts === 0 ? null : await changeOf(tutti, job, sheet),
    cost,
    kept,
    why,
  };
}

/** Of its newest snapshot. */
async function changeOf(tutti: Tutti, job: JobView, { id }: SheetView): Promise<Rival["change"]> {
  let view: DiffView;
  try {
    view = await tutti.call("sheet.diff", { job: job.id, folder: "/", what: id, withText: false });
  } catch (error) {
    // Nothing was captured, or it is gone by now.
    if (codeOf(error) === undefined) throw error;
    return null;
  }
  const sum = (numbers: readonly (number | null)[]): number =>
    numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
  return {
    files: view.files.length,
    insertions: sum(view.files.map(({ insertions }) => insertions)),
    deletions: sum(view.files.map(({ deletions }) => deletions)),
  };
}

function comparisonLines(terminal: Terminal, job: JobView, { group, why, results }: Comparison): readonly string[] {
  const chosen = results.find(({ isChosen }) => isChosen);
  const columns = ["", "sheet", "agent", "state", "validations", "review", "change", "cost", "why"].map((head) => ({
    head,
  }));
  const rows = results.map((one) => ({
    cells: [
      one.isChosen ? "✓" : "",
      shortName(one.sheet),
      one.agent,
      one.state,
      one.validations.of === 0 ? "" : `${String(one.validations.passed)} of ${String(one.validations.of)}`,
      one.review === null ? "" : String(one.review),
      one.change === null ? "" : changes(one.change),
      costWords(one.cost) ?? "",
      one.isChosen || one.state === "done" ? "" : prose(one.why ?? ""),
    ],
  }));
  return [
    terminal.bold(visible(group)),
    ...tableLines(terminal, { columns, rows, indent: "  " }),
    chosen === undefined
      ? "  none is chosen yet"
      : `  ${shortName(chosen.sheet)} was chosen${why === null ? "" : `: ${prose(why)}`}`,
    terminal.dim(`  → tutti diff ${shellWord(`${job.id}/${results.find(({ isChosen }) => !isChosen)?.sheet ?? ""}`)}`),
  ];
}
