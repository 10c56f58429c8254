import { nobodyPlays, withModel } from "../../api/contract/agents.ts";
import { costLineWords, costWords, knownCostWords } from "../../api/contract/cost/cost.ts";
import type { Ending } from "../../api/contract/ending.ts";
import type { JobView, SheetView } from "../../api/contract/job.ts";
import { branchName, dollars, firstFew, plural, shellWord, visible } from "../../base/text.ts";
import type { Unready } from "../../sheet/rest/unready.ts";
import { lostWords, promiseWords } from "../../sheet/promises.ts";
import { successorLines } from "./chain-lines.ts";
import { clock, prose, shortName, shortSha } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { tutti } from "../tree/command.ts";

/** The outcome of a job, and the next command to type. */
export function summary(
  terminal: Terminal,
  { job, how }: { readonly job: JobView; readonly how: Ending },
): readonly string[] {
  const lines = [headline(terminal, job)];
  for (const sheet of job.sheets.filter(
    (item) => item.state === "failed" || item.state === "cancelled" || item.state === "blocked",
  ))
    lines.push(...trouble(terminal, sheet));
  lines.push(...pullLines(job));
  if (job.diverted !== null) lines.push(...diversion(terminal, job));
  lines.push(...takenOutLines(terminal, job));
  lines.push(...promiseLines(terminal, job));
  const cost = costLine(job);
  return [
    ...lines,
    ...(cost === null ? [] : [cost]),
    ...successorLines(terminal, job),
    ...(isUndo(job) && how.kind === "finished" && how.failed > 0
      ? [undoneByHand]
      : endingLines(terminal, shellWord(job.id), how)),
  ];
}

/** One line for all that landed and was taken out again before the job's end. */
export function takenOutLines(
  terminal: Terminal,
  { id, takenOut = [], landsOn }: Pick<JobView, "id" | "takenOut" | "landsOn">,
): readonly string[] {
  if (takenOut.length === 0) return [];
  const names = takenOut.map(
    ({ sheet, by }) => `${shortName(sheet)} (${by === null ? "its commit is not there" : `undone by ${shortSha(by)}`})`,
  );
  const line = `${plural(takenOut.length, "landed sheet is", "landed sheets are")} no longer on ${branchName(landsOn ?? "")}: ${firstFew(names, mostTakenOut)}. See: ${tutti()} verify ${shellWord(id)}`;
  return [takenOut.every(({ isSaid }) => isSaid) ? terminal.yellow(line) : terminal.red(line)];
}

const mostTakenOut = 5;

/** How promises stand on the target, and which do not hold there. */
export function promiseLines(terminal: Terminal, { promises }: Pick<JobView, "promises">): readonly string[] {
  if (promises === undefined) return [];
  const words = promiseWords(promises);
  const lost = promises.kind === "asked" ? promises.lost : [];
  const rest = lost.length - mostLost;
  return [
    ...(words === null
      ? []
      : [lost.some(({ how }) => how !== "superseded") ? terminal.yellow(prose(words)) : prose(words)]),
    ...lost.slice(0, mostLost).map((one) => `  ${prose(lostWords(one))}`),
    ...(rest > 0 ? [`  … and ${rest} more: ${tutti()} status --json`] : []),
  ];
}

const mostLost = 10;

/** The cost of a job, and the agents with the largest share if there are several; `null`: no cost is known. */
export function costLine({ cost, agents = [] }: Pick<JobView, "cost" | "agents">): string | null {
  // With a limit, a cost that is unknown is said to be so.
  const words = cost.limitUsd === null ? knownCostWords(cost) : costWords(cost);
  if (words === null) return null;
  const limit = cost.limitUsd === null ? "" : ` of at most ${dollars(cost.limitUsd)}`;
  const parts =
    agents.length < 2 ? [] : agents.map((one) => `${visible(withModel(one))}: ${costWords(one) ?? "nothing"}`);
  return `${costLineWords(words)}${limit}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
}

/** No agent is sent: another try would end the same way. */
function isUndo({ sheets }: JobView): boolean {
  return sheets.length > 0 && sheets.every(({ agent }) => agent === nobodyPlays);
}

const undoneByHand = "Take back first what landed on top of it (tutti undo), or do it by hand: git revert.";

/** Why it does not go on, and what to type for it to. */
function endingLines(terminal: Terminal, job: string, how: Ending): readonly string[] {
  switch (how.kind) {
    case "parked":
      return [`Parked until ${clock(how.until)}. Go on then with: ${tutti()} resume ${job}`];
    case "agent":
      return [
        `${terminal.red("stopped")} ${prose(how.message)}`,
        ...(how.hint === null ? [] : [`  ${how.hint}`]),
        `Go on then with: ${tutti()} resume ${job}`,
      ];
    case "unready":
      return [...unreadyLines(terminal, how.problems), unreadyNext(job)];
    case "cost":
      return [
        `${terminal.yellow("stopped")}: it has cost ${dollars(how.spentUsd)} of the ${dollars(how.limitUsd)} that it may; what was done is kept.`,
        `Allow more with: ${tutti()} resume ${job} --max-cost ${Math.ceil(how.limitUsd * 200) / 100}`,
      ];
    case "approval":
      return [
        `${plural(how.sheets, "result")} wait${how.sheets === 1 ? "s" : ""} for your word. Let ${how.sheets === 1 ? "it" : "them"} land with: ${tutti()} approve ${job}`,
      ];
    case "queue":
      return [`The queue of ${visible(how.target)} is paused. Let it go on with: ${tutti()} queue resume`];
    case "pulls":
      return [
        `${plural(how.open, "pull request")} ${how.open === 1 ? "is" : "are"} open. Look at once what became of ${how.open === 1 ? "it" : "them"}: ${tutti()} resume ${job}`,
      ];
    case "broken":
      return [
        `${terminal.red("stopped")} ${how.code}: ${prose(how.message)}`,
        ...(how.hint === null ? [] : [`  ${how.hint}`]),
      ];
    case "paused":
      return [`Paused. Go on with: ${tutti()} resume ${job}`];
    case "cancelled":
      return [`Cancelled; what was done by then is kept. Try it again with: ${tutti()} resume ${job} --retry-failed`];
    case "stopped":
      return [`Stopped safely. Go on with: ${tutti()} resume ${job}`];
    case "finished":
      return how.failed > 0 ? [`Try the failed ones again with: ${tutti()} resume ${job} --retry-failed`] : [];
  }
}

export function unreadyNext(job: string): string {
  return `No agent was started. Go on when that is repaired: ${tutti()} resume ${job} · or as it is: ${tutti()} resume ${job} --force`;
}

/** One screen: what does not work, for whom, why, what it printed, what to do. */
export function unreadyLines(terminal: Terminal, problems: readonly Unready[]): readonly string[] {
  return problems
    .slice(0, mostProblems)
    .flatMap(({ code, what, where, why, output, next }) => [
      `${terminal.red("not ready:")} ${prose(what)} ${terminal.dim(`(${code})`)}`,
      `  ${prose(why)}`,
      `  needed by ${prose(where)}`,
      ...output
        .split("\n")
        .slice(0, mostOutput)
        .flatMap((line) => (line.trim() === "" ? [] : [terminal.dim(`    │ ${visible(line)}`)])),
      `  ${prose(next)}`,
    ])
    .concat(problems.length > mostProblems ? [`… and ${plural(problems.length - mostProblems, "more problem")}`] : []);
}

const mostProblems = 5;
const mostOutput = 12;

function headline(terminal: Terminal, job: JobView): string {
  const { counts } = job;
  const parts = [
    ...(job.landsOn === null ? [] : [terminal.green(`${counts.landed} landed on ${branchName(job.landsOn)}`)]),
    ...doneWords(terminal, job),
    ...(counts.proposed > 0 ? [`${counts.proposed} proposed`] : []),
    ...(counts.skipped > 0 ? [`${counts.skipped} skipped`] : []),
    ...(counts.failed > 0 ? [terminal.red(`${counts.failed} failed`)] : []),
    ...(counts.blocked > 0 ? [terminal.yellow(`${counts.blocked} blocked`)] : []),
    ...(counts.waiting + counts.running > 0 ? [`${counts.waiting + counts.running} still to do`] : []),
  ];
  return `${terminal.bold(job.id)}: ${parts.join(", ")} (of ${counts.sheets})`;
}

function doneWords(terminal: Terminal, { counts, landsOn }: JobView): readonly string[] {
  if (landsOn === null) return [terminal.green(`${counts.done} done in the folder itself, nothing landed`)];
  const empty = counts.done - counts.inPlace;
  return [
    ...(counts.inPlace > 0 ? [terminal.yellow(`${counts.inPlace} done in the folder itself, not landed`)] : []),
    ...(empty > 0 ? [`${empty} had nothing to land`] : []),
  ];
}

function trouble(terminal: Terminal, sheet: SheetView): readonly string[] {
  const what = `  ${terminal.red(sheet.state)} ${shortName(sheet.id)}${sheet.why === null ? "" : `: ${prose(sheet.why)}`}`;
  return sheet.kept === null
    ? [what]
    : [what, `    its work is kept as ${shortSha(sheet.kept)}; ${tutti()} status says where`];
}

/** Those that others have to decide about; the rest is in `tutti pulls`. */
function pullLines({ sheets, id }: JobView): readonly string[] {
  const open = sheets.flatMap(({ id: sheet, state, pull }) =>
    state === "proposed" && pull !== null ? [`  open ${shortName(sheet)}: ${visible(pull.url)}`] : [],
  );
  return open.length <= mostPulls
    ? open
    : [...open.slice(0, mostPulls), `  … and ${open.length - mostPulls} more: ${tutti()} pulls ${shellWord(id)}`];
}

const mostPulls = 20;

function diversion(terminal: Terminal, job: JobView): readonly string[] {
  return [
    terminal.yellow(
      `From some point on, results landed on ${branchName(job.landsOn ?? "")} instead of ${branchName(job.target ?? "")}: ${job.diverted ?? ""}.`,
    ),
    `  When that is settled, get it with: git merge ${shellWord(branchName(job.landsOn ?? ""))}`,
  ];
}
