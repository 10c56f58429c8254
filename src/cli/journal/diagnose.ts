import type { Diagnosis } from "../../api/contract/answers.ts";
import { aboutJob, ask, type JobOptions, sayNoJobs } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, newestJob } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command.argument("[job]", newestJob).addOption(jsonOption).action(perform(diagnose));
};

export async function diagnose(terminal: Terminal, options: JobOptions): Promise<number> {
  const found = await ask(terminal, (tutti) => tutti.call("job.diagnose", aboutJob(options.job)));
  if (found === null) sayNoJobs(terminal, options.json === true);
  else if (options.json === true) terminal.out(JSON.stringify(found));
  else for (const line of diagnosisLines(terminal, found)) terminal.out(line);
  return exitCodes.good;
}

export function diagnosisLines(terminal: Terminal, { job, status, findings }: Diagnosis): readonly string[] {
  return [
    `${terminal.bold(job)}  ${status}`,
    ...(findings.length === 0 ? ["  Nothing holds it up."] : []),
    ...findings.flatMap(({ what, next }) => [
      `  ${prose(what)}`,
      ...(next === null ? [] : [terminal.dim(`    → ${prose(next)}`)]),
    ]),
  ];
}
