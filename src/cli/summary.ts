import type { Ending } from "../api/ending.ts";
import type { JobView, SheetView } from "../api/view.ts";
import { branchName, shellWord, shortName, shortSha } from "./words.ts";
import type { Terminal } from "./terminal.ts";

/** What a job came to, and what to type next. */
export function summary(terminal: Terminal, { job, how }: { readonly job: JobView; readonly how: Ending }): readonly string[] {
  const lines = [headline(terminal, job)];
  for (const sheet of job.sheets.filter((item) => item.state === "failed" || item.state === "cancelled" || item.state === "blocked"))
    lines.push(...trouble(terminal, sheet));
  if (job.diverted !== null) lines.push(...diversion(terminal, job));
  if (how.kind === "parked") lines.push(`Parked until ${new Date(how.until).toISOString()}. Go on then with: tutti resume ${shellWord(job.id)}`);
  if (how.kind === "broken") lines.push(`${terminal.red("stopped")} ${how.code}: ${how.message}`, ...(how.hint === null ? [] : [`  ${how.hint}`]));
  if (how.kind === "paused") lines.push(`Paused. Go on with: tutti resume ${shellWord(job.id)}`);
  if (how.kind === "cancelled") lines.push(`Cancelled; what was done by then is kept. Try it again with: tutti resume ${shellWord(job.id)} --retry-failed`);
  if (how.kind === "stopped") lines.push(`Stopped safely. Go on with: tutti resume ${shellWord(job.id)}`);
  if (how.kind === "finished" && how.failed > 0) lines.push(`Try the failed ones again with: tutti resume ${shellWord(job.id)} --retry-failed`);
  return lines;
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
