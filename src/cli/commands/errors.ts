import type { JobErrors } from "../../api/results.ts";
import { time } from "../custody/lines.ts";
import { exitCodes } from "../exit-codes.ts";
import { type JobOptions, aboutJob, ask, sayNoJobs } from "../jobs/asked.ts";
import type { Terminal } from "../terminal.ts";
import { shortName, shown } from "../words.ts";

export async function errors(terminal: Terminal, options: JobOptions): Promise<number> {
  const found = await ask(terminal, (tutti) => tutti.call("job.errors", aboutJob(options.job)));
  if (found === null) sayNoJobs(terminal, options.json === true);
  else if (options.json === true) terminal.out(JSON.stringify(found));
  else for (const line of errorLines(terminal, found)) terminal.out(line);
  return exitCodes.good;
}

export function errorLines(terminal: Terminal, { job, sheets }: JobErrors): readonly string[] {
  if (sheets.length === 0) return [`Nothing went wrong in ${job} so far.`];
  return sheets.flatMap(({ sheet, state, why, attempts }) => [
    `${terminal.bold(shortName(sheet))}  ${state}${why === null ? "" : `  ${shown(why)}`}`,
    ...attempts.flatMap(({ attempt, at, end, failed, logs }) => [
      `  attempt ${String(attempt)}  ${terminal.dim(time(at))}  ${shown(end)}`,
      ...failed.map((reason) => `    ${shown(reason)}`),
      `    output: ${shown(logs)}`,
    ]),
  ]);
}
