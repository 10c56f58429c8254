import { costWords, knownCostWords } from "../api/cost.ts";
import { withModel } from "../api/cast.ts";
import type { Ending } from "../api/ending.ts";
import type { JobView, SheetView } from "../api/view.ts";
import { dollars } from "../sheet/describe.ts";
import { branchName, count, shellWord, shortName, shortSha, shown } from "./words.ts";
import type { Terminal } from "./terminal.ts";

/** What a job came to, and what to type next. */
export function summary(terminal: Terminal, { job, how }: { readonly job: JobView; readonly how: Ending }): readonly string[] {
  const lines = [headline(terminal, job)];
  for (const sheet of job.sheets.filter((item) => item.state === "failed" || item.state === "cancelled" || item.state === "blocked"))
    lines.push(...trouble(terminal, sheet));
  if (job.diverted !== null) lines.push(...diversion(terminal, job));
  const cost = costLine(job);
  return [...lines, ...(cost === null ? [] : [cost]), ...endingLines(terminal, shellWord(job.id), how)];
}

/** What it cost, and who took most of it where there are several; `null` when nothing is known. */
export function costLine({ cost, agents = [] }: Pick<JobView, "cost" | "agents">): string | null {
  const words = knownCostWords(cost);
  if (words === null) return null;
  const limit = cost.limitUsd === null ? "" : ` of at most ${dollars(cost.limitUsd)}`;
  const parts = agents.length < 2 ? [] : agents.map((one) => `${shown(withModel(one))}: ${costWords(one) ?? "nothing"}`);
  return `Cost: ${words}${limit}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
}

/** Why it does not go on, and what to type for it to. */
function endingLines(terminal: Terminal, job: string, how: Ending): readonly string[] {
  switch (how.kind) {
    case "parked":
      return [`Parked until ${new Date(how.until).toISOString()}. Go on then with: tutti resume ${job}`];
    case "agent":
      return [`${terminal.red("stopped")} ${shown(how.message)}`, ...(how.hint === null ? [] : [`  ${how.hint}`]), `Go on then with: tutti resume ${job}`];
    case "cost":
      return [
        `${terminal.yellow("stopped")}: it has cost ${dollars(how.spentUsd)} of the ${dollars(how.limitUsd)} that it may; what was done is kept.`,
        `Allow more with: tutti resume ${job} --max-cost ${String(Math.ceil(how.limitUsd * 200) / 100)}`,
      ];
    case "approval":
      return [
        `${count(how.sheets, "result")} wait${how.sheets === 1 ? "s" : ""} for your word. Let ${how.sheets === 1 ? "it" : "them"} land with: tutti approve ${job}`,
      ];
    case "broken":
      return [`${terminal.red("stopped")} ${how.code}: ${how.message}`, ...(how.hint === null ? [] : [`  ${how.hint}`])];
    case "paused":
      return [`Paused. Go on with: tutti resume ${job}`];
    case "cancelled":
      return [`Cancelled; what was done by then is kept. Try it again with: tutti resume ${job} --retry-failed`];
    case "stopped":
      return [`Stopped safely. Go on with: tutti resume ${job}`];
    case "finished":
      return how.failed > 0 ? [`Try the failed ones again with: tutti resume ${job} --retry-failed`] : [];
  }
}

function headline(terminal: Terminal, job: JobView): string {
  const { counts } = job;
  const parts = [
    ...(job.landsOn === null ? [] : [terminal.green(`${String(counts.landed)} landed on ${branchName(job.landsOn)}`)]),
    ...doneWords(terminal, job),
    ...(counts.skipped > 0 ? [`${String(counts.skipped)} skipped`] : []),
    ...(counts.failed > 0 ? [terminal.red(`${String(counts.failed)} failed`)] : []),
    ...(counts.blocked > 0 ? [terminal.yellow(`${String(counts.blocked)} blocked`)] : []),
    ...(counts.waiting + counts.running > 0 ? [`${String(counts.waiting + counts.running)} still to do`] : []),
  ];
  return `${terminal.bold(job.id)}: ${parts.join(", ")} (of ${String(counts.sheets)})`;
}

function doneWords(terminal: Terminal, { counts, landsOn }: JobView): readonly string[] {
  if (landsOn === null) return [terminal.green(`${String(counts.done)} done in the folder itself, nothing landed`)];
  const empty = counts.done - counts.inPlace;
  return [
    ...(counts.inPlace > 0 ? [terminal.yellow(`${String(counts.inPlace)} done in the folder itself, not landed`)] : []),
    ...(empty > 0 ? [`${String(empty)} had nothing to land`] : []),
  ];
}

function trouble(terminal: Terminal, sheet: SheetView): readonly string[] {
  const what = `  ${terminal.red(sheet.state)} ${shortName(sheet.id)}: ${sheet.why ?? ""}`;
  return sheet.kept === null ? [what] : [what, `    its work is kept as ${shortSha(sheet.kept)}; tutti status says where`];
}

function diversion(terminal: Terminal, job: JobView): readonly string[] {
  return [
    terminal.yellow(
      `From some point on, results landed on ${branchName(job.landsOn ?? "")} instead of ${branchName(job.target ?? "")}: ${job.diverted ?? ""}.`,
    ),
    `  When that is settled, get it with: git merge ${shellWord(branchName(job.landsOn ?? ""))}`,
  ];
}
