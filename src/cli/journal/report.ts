import { Option } from "commander";
import { reportOf } from "../../fix/report/report.ts";
import { ask } from "../ask.ts";
import { type ReportFormat, reportText, sayReport, writeReport } from "../fix/conclude.ts";
import { requireJobHere } from "../job/choose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";

export const declare: Declare = (command, perform) => {
  command

    .description(
      "Show the report of a tutti fix job. Exits with 0 if everything is fixed, 1 if findings remain, 2 if nothing could be done.",
    )
    .argument("[job]", "job of tutti fix (default: the newest job of this repository)")
    .addOption(new Option("--json", "print JSON").conflicts(["sarif", "markdown"]))
    .addOption(new Option("--sarif", "print SARIF 2.1.0").conflicts(["json", "markdown"]))
    .addOption(new Option("--markdown", "print Markdown, for the summary of a CI job").conflicts(["json", "sarif"]))
    .option("-o, --output <file>", "write to a file (JSON by default) and print the table; overwrites the file")
    .action(perform(report));
};

interface ReportOptions {
  readonly job: string | undefined;
  readonly json?: true;
  readonly sarif?: true;
  readonly markdown?: true;
  readonly output?: string;
}

/** Prints the outcome of a job of `tutti fix`; the exit code represents it too. */
export async function report(terminal: Terminal, options: ReportOptions): Promise<number> {
  const { record, outcomes, job } = await ask(terminal, async (tutti) =>
    tutti.call("fix.report", { job: await requireJobHere(tutti, options.job) }),
  );
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
