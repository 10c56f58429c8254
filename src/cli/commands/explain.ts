import type { Explanation } from "../../api/results.ts";
import { exitCodes } from "../exit-codes.ts";
import { type JobOptions, aboutJob, ask, sayNoJobs } from "../jobs/asked.ts";
import type { Terminal } from "../terminal.ts";
import { shortName, shown } from "../words.ts";

export async function explain(terminal: Terminal, options: JobOptions & { readonly sheet: string }): Promise<number> {
  const found = await ask(terminal, (tutti) => tutti.call("job.explain", { ...aboutJob(options.job), sheet: options.sheet }));
  if (found === null) sayNoJobs(terminal, options.json === true);
  else if (options.json === true) terminal.out(JSON.stringify(found));
  else for (const line of explanationLines(terminal, found)) terminal.out(line);
  return exitCodes.good;
}

export function explanationLines(terminal: Terminal, { job, sheet, state, because, next }: Explanation): readonly string[] {
  return [
    `${terminal.bold(shortName(sheet))} of ${job}  ${state}`,
    ...because.map((sentence) => `  ${shown(sentence)}`),
    ...next.map((command) => terminal.dim(`  → ${shown(command)}`)),
  ];
}
