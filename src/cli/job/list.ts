import { knownCostWords } from "../../api/contract/cost.ts";
import { branchName, duration } from "../../base/text.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption } from "../tree/options.ts";
import { findLost, noJobsWords } from "./choose.ts";

export const declare: Declare = (command, perform) => {
  command.option("--all", "include archived jobs").addOption(jsonOption).action(perform(list));
};

export async function list(
  terminal: Terminal,
  options: { readonly all?: true; readonly json?: true },
): Promise<number> {
  const { known, lost } = await ask(terminal, async (tutti) => {
    const found = await tutti.call("job.list", {});
    return { known: found, lost: found.length === 0 ? await findLost(tutti) : [] };
  });
  // One that was resumed since is at work again.
  const jobs = known.filter((job) => options.all === true || job.archived !== true || job.status === "running");
  if (options.json === true) {
    terminal.out(JSON.stringify(jobs));
    return exitCodes.good;
  }
  if (jobs.length === 0)
    terminal.out(known.length === 0 ? noJobsWords(lost) : "All jobs are archived: --all shows them.");
  for (const job of jobs) {
    const { landed, done, failed, blocked, proposed, sheets } = job.counts;
    const open = proposed === 0 ? "" : `, ${proposed} proposed`;
    const bad = failed + blocked === 0 ? "" : `, ${failed + blocked} not`;
    const cost = knownCostWords(job.cost);
    const now = job.phases.map(
      ({ phase, sheets: count, since }) => `, ${count} ${phase} for ${duration(Date.now() - since)}`,
    );
    terminal.out(
      `${job.id}  ${job.status}  ${landed + done}/${sheets} good${open}${bad}${now.join("")}${cost === null ? "" : `  ${cost}`}  ${job.landsOn === null ? "in place" : `on ${branchName(job.landsOn)}`}  ${job.repository}  ${new Date(job.createdAt).toISOString()}`,
    );
  }
  return exitCodes.good;
}
