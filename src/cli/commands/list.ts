import { exitCodes } from "../exit-codes.ts";
import { look } from "../look.ts";
import type { Terminal } from "../terminal.ts";
import { branchName } from "../words.ts";

export async function list(terminal: Terminal, options: { readonly json?: true }): Promise<number> {
  const jobs = await look((viewer) => viewer.list());
  if (options.json === true) {
    terminal.out(JSON.stringify(jobs.map(({ sheets: _, ...job }) => job)));
    return exitCodes.good;
  }
  if (jobs.length === 0) terminal.out("No jobs yet. Start one with: tutti run score.yaml");
  for (const job of jobs) {
    const { landed, done, failed, blocked, sheets } = job.counts;
    const bad = failed + blocked === 0 ? "" : `, ${String(failed + blocked)} not`;
    terminal.out(
      `${job.id}  ${job.status}  ${String(landed + done)}/${String(sheets)} good${bad}  on ${branchName(job.landsOn)}  ${job.repository}  ${new Date(job.createdAt).toISOString()}`,
    );
  }
  return exitCodes.good;
}
