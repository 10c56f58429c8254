import { withModel } from "../../api/contract/agents.ts";
import type { FaultView, JobErrors } from "../../api/contract/answers.ts";
import { costWords } from "../../api/contract/cost/cost.ts";
import { visible, withoutNumbers } from "../../base/text.ts";
import { nothingSpentYet, spentTogether } from "../../sheet/cost/usage.ts";
import { aboutJob, ask, type JobOptions, sayNoJobs } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { jobOrSheet } from "../named.ts";
import { ago, prose, shortName } from "../terminal/prose.ts";
import { counted } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, newestJob } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .argument("[job]", `${newestJob}, or JOB/SHEET`)
    .option("--sheet <sheet>", "only this sheet")
    .addOption(jsonOption)
    .action(perform(errors));
};

interface ErrorsOptions extends JobOptions {
  readonly sheet?: string;
}

export async function errors(terminal: Terminal, options: ErrorsOptions): Promise<number> {
  const found = await ask(terminal, async (tutti) => {
    const { job, sheet } = await jobOrSheet(terminal, tutti, options.job);
    const all = await tutti.call("job.errors", aboutJob(job));
    if (all === null || (sheet ?? options.sheet) === undefined) return all;
    const one = await tutti.call("sheet.status", { ...aboutJob(all.job), sheet: sheet ?? options.sheet ?? "" });
    return { ...all, sheets: all.sheets.filter((faults) => faults.sheet === one?.id) };
  });
  if (found === null) sayNoJobs(terminal, options.json === true);
  else if (options.json === true) terminal.out(JSON.stringify(found));
  else for (const line of errorLines(terminal, found)) terminal.out(line);
  return exitCodes.good;
}

export function errorLines(terminal: Terminal, { job, sheets }: JobErrors): readonly string[] {
  if (sheets.length === 0) return [`Nothing went wrong in ${job} so far.`];
  return sheets.flatMap(({ sheet, state, why, attempts }) => [
    `${terminal.bold(shortName(sheet))}  ${state}${why === null ? "" : `  ${prose(why)}`}`,
    ...alike(attempts).flatMap((faults) => faultLines(terminal, faults)),
  ]);
}

/** Attempts in a row that ended for the same reason. Numbers in the reason and the step that followed do not matter. */
function alike(attempts: readonly FaultView[]): readonly (readonly [FaultView, ...FaultView[]])[] {
  const groups: [FaultView, ...FaultView[]][] = [];
  const sameAs = ({ end, code, detail, failed, agent, model }: FaultView): string =>
    JSON.stringify([code, agent, model, ...[end, detail ?? "", ...failed].map(withoutNumbers)]);
  for (const fault of attempts) {
    const last = groups.at(-1);
    if (last !== undefined && sameAs(last[0]) === sameAs(fault)) last.push(fault);
    else groups.push([fault]);
  }
  return groups;
}

function faultLines(terminal: Terminal, faults: readonly [FaultView, ...FaultView[]]): readonly string[] {
  const fault = faults.at(-1) ?? faults[0];
  const { attempt, at, end, failed, printed, logs, code, title, category, detail } = fault;
  const met =
    code === null
      ? []
      : [
          `${terminal.red(code)} ${category ?? ""}: ${title ?? ""}${detail === null || detail === "" ? "" : ` (${prose(detail)})`}`,
        ];
  const about = [
    visible(withModel(fault)),
    costWords(faults.map(({ cost }) => cost).reduce(spentTogether, nothingSpentYet)),
    outcomeWords(faults),
  ].filter((words) => words !== null);
  return [
    `  ${faults.length === 1 ? `attempt ${attempt}` : `attempts ${faults[0].attempt} to ${attempt}`}  ${terminal.dim(ago(at))}  ${prose(end)}`,
    ...met.map((line) => `    ${line}`),
    `    ${about.join(", ")}`,
    ...counted(failed.map((reason) => `    ${prose(reason)}`)),
    ...printed.map(({ command, path }) => terminal.dim(`    → ${visible(command ?? path ?? "")}`)),
    `    output: ${visible(logs)}`,
  ];
}

/** Each thing that became of the sheet, in order, and how often. */
function outcomeWords(faults: readonly FaultView[]): string | null {
  const words = faults.flatMap(({ then }) => (then === null ? [] : [outcomes[then] ?? then]));
  return words.length === 0 ? null : counted(words).join(", then ");
}

/** The outcome of the sheet afterwards. */
const outcomes: Readonly<Record<string, string>> = {
  retry: "tried again",
  review: "sent back by its reviewer",
  completion: "gone on with, for what was missing",
  "rate-limit": "waited for the limit to end, which costs no retry",
  quota: "waited for the quota, which costs no retry",
  agent: "waits until a person has seen to the agent, which costs no retry",
  fallback: "given to its next agent",
  session: "begun again in a new session, which costs no retry",
  fault: "tried again after a fault of Tutti or the machine, which costs no retry",
  conflict: "tried again on top of what landed",
  rejected: "tried again on top of what landed",
  interrupted: "gone on with after the interruption",
  failed: "failed for good",
};
