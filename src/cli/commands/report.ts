import { reportOf } from "../../fix/report/report.ts";
import { type ReportFormat, reportText, sayReport, writeReport } from "../fix/write-report.ts";
import { ask } from "../job/ask.ts";
import type { Terminal } from "../terminal.ts";

export interface ReportOptions {
  readonly job: string;
  readonly json?: true;
  readonly sarif?: true;
  readonly markdown?: true;
  readonly output?: string;
}

/** What a job of `tutti fix` came to; the exit code says it too. */
export async function report(terminal: Terminal, options: ReportOptions): Promise<number> {
  const { record, outcomes, job } = await ask(terminal, (tutti) => tutti.call("fix.report", { job: options.job }));
  const made = reportOf(record, outcomes, { job });
  const format = formatOf(options);
  if (options.output !== undefined) await writeReport(options.output, reportText(made, format ?? "json"));
  if (format === null || options.output !== undefined) sayReport(terminal, made);
  else terminal.out(reportText(made, format).replace(/\n$/, ""));
  return made.exitCode;
}

function formatOf({ json, sarif, markdown }: ReportOptions): ReportFormat | null {
  if (json === true) return "json";
  if (sarif === true) return "sarif";
  return markdown === true ? "markdown" : null;
}
