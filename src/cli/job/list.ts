import { Option } from "commander";
import { knownCostWords } from "../../api/contract/cost/cost.ts";
import type { JobSummary } from "../../api/contract/job.ts";
import { branchName, duration, visible } from "../../base/text.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { ago } from "../terminal/prose.ts";
import { type TableRow, tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, positive } from "../tree/options.ts";
import { findLost, noJobsWords } from "./choose.ts";

export const declare: Declare = (command, perform) => {
  command
    .option("--all", "include archived jobs")
    .addOption(new Option("--status <status>", "only jobs in this state").choices(Object.keys(states)))
    .option("--limit <n>", "only the newest", positive)
    .addOption(jsonOption)
    .action(perform(list));
};

const is =
  (...status: readonly JobSummary["status"][]) =>
  (job: JobSummary): boolean =>
    status.includes(job.status);

/** Names that people use for the states of a job. */
const states: Readonly<Record<string, (job: JobSummary) => boolean>> = {
  running: is("running", "pausing", "cancelling"),
  paused: is("paused"),
  interrupted: is("interrupted"),
  cancelled: is("cancelled"),
  finished: is("finished"),
  completed: (job) => job.status === "finished" && job.counts.failed + job.counts.blocked === 0,
  failed: (job) => job.status === "finished" && job.counts.failed + job.counts.blocked > 0,
};

interface ListOptions {
  readonly all?: true;
  readonly status?: string;
  readonly limit?: number;
  readonly json?: true;
}

export async function list(terminal: Terminal, options: ListOptions): Promise<number> {
  const { known, none } = await ask(terminal, async (tutti) => {
    const found = await tutti.call("job.list", {});
    return { known: found, none: found.length === 0 ? await findLost(tutti) : null };
  });
  // One that was resumed since is at work again.
  const jobs = known
    .filter((job) => options.all === true || job.archived !== true || job.status === "running")
    .filter(states[options.status ?? ""] ?? (() => true))
    .slice(0, options.limit);
  if (options.json === true) {
    terminal.out(JSON.stringify(jobs));
    return exitCodes.good;
  }
  if (jobs.length === 0)
    terminal.out(none !== null ? noJobsWords(none) : "No such job. Archived ones are shown with --all.");
  else for (const line of tableLines(terminal, { columns, rows: jobs.map(rowOf) })) terminal.out(line);
  return exitCodes.good;
}

const columns = [
  { head: "JOB" },
  { head: "STATUS" },
  { head: "GOOD" },
  { head: "NOT", rank: 2 },
  { head: "NOW", rank: 3 },
  { head: "COST", rank: 4 },
  { head: "LANDS ON", rank: 5 },
  { head: "STARTED", rank: 1 },
  { head: "REPOSITORY" },
];

function rowOf(job: JobSummary): TableRow {
  const { landed, done, failed, blocked, proposed, sheets } = job.counts;
  const now = job.phases.map(({ phase, sheets: count, since }) => `${count} ${phase} ${duration(Date.now() - since)}`);
  return {
    cells: [
      job.id,
      job.status,
      `${landed + done}/${sheets}`,
      failed + blocked === 0 ? "" : String(failed + blocked),
      [...now, ...(proposed === 0 ? [] : [`${proposed} proposed`])].join(", "),
      knownCostWords(job.cost) ?? "",
      job.landsOn === null ? "in place" : branchName(job.landsOn),
      ago(job.createdAt),
      visible(job.repository),
    ],
  };
}
