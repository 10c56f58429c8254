import { resolve } from "node:path";
import type { JobId } from "../../base/ids.ts";
import { environmentHere } from "../environment.ts";
import { exitCodes } from "../exit-codes.ts";
import { settleLocal } from "../front/settle-local.ts";
import { newKey } from "../key.ts";
import { asking, withTutti } from "../look.ts";
import { pullLines, syncLines } from "./pull-lines.ts";
import { find } from "../reach.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Command } from "commander";
import type { Declare } from "../tree/command.ts";
import { jsonOption, repoOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  const add = (name: string, description: string, run: typeof listPulls): Command =>
    command
      .command(name, { isDefault: name === "list" })
      .description(description)
      .argument("[job]", "job (default: every unfinished job of this repository)")
      .addOption(repoOption)
      .addOption(jsonOption)
      .action(perform(run));
  add("list", "list recorded pull requests without asking a server (default)", listPulls);
  add("sync", "ask the server: merged ones count as landed, sent-back ones go to their agent again", syncPulls);
};

export interface PullsOptions {
  readonly job: string | undefined;
  readonly repo: string;
  readonly json?: true;
}

export async function listPulls(terminal: Terminal, options: PullsOptions): Promise<number> {
  const pulls = await asking(terminal, (tutti) => tutti.call("pulls.list", which(options)));
  if (options.json === true) terminal.out(JSON.stringify(pulls));
  else for (const line of pullLines(terminal, pulls)) terminal.out(line);
  return exitCodes.good;
}

/** Jobs that go on are played by the conductor; without one, here, and until they rest. */
export async function syncPulls(terminal: Terminal, options: PullsOptions): Promise<number> {
  const reached = await find(terminal, { start: true });
  const synced = await withTutti(reached.tutti, async (tutti) => {
    const done = await tutti.call("pulls.sync", { ...which(options), environment: environmentHere(), key: newKey() });
    await settleLocal(reached, new Map(done.resumed.map(({ job, position }) => [job, position])));
    return done;
  });
  if (options.json === true) terminal.out(JSON.stringify(synced));
  else for (const line of syncLines(terminal, synced)) terminal.out(line);
  return synced.pulls.some(({ now }) => now === null) ? exitCodes.failed : exitCodes.good;
}

function which({ job, repo }: PullsOptions): { readonly job?: JobId; readonly folder: string } {
  return { folder: resolve(repo), ...(job === undefined ? {} : { job: job as JobId }) };
}
