import { resolve } from "node:path";
import type { Command } from "commander";
import type { PullLook, PullRow, PullsSync } from "../../api/contract/landing.ts";
import type { JobId } from "../../base/ids.ts";
import { clip, plural, visible } from "../../base/text.ts";
import { ask, newKey, withTutti } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { settleLocal } from "../front/conclude.ts";
import { find } from "../reach.ts";
import { environmentHere } from "../setting.ts";
import { prose, shortName } from "../terminal/prose.ts";
import { tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
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

interface PullsOptions {
  readonly job: string | undefined;
  readonly repo: string;
  readonly json?: true;
}

async function listPulls(terminal: Terminal, options: PullsOptions): Promise<number> {
  const pulls = await ask(terminal, (tutti) => tutti.call("pulls.list", which(options)));
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

const none = "No pull requests are open.";

/** The journal's entries, a line each. */
function pullLines(terminal: Terminal, pulls: readonly PullRow[]): readonly string[] {
  if (pulls.length === 0) return [none];
  return tableLines(terminal, {
    columns: [
      { head: "JOB", rank: 1 },
      { head: "SHEET" },
      { head: "STATE" },
      { head: "RETURNS", rank: 2 },
      { head: "URL" },
    ],
    rows: pulls.map((pull) => ({
      cells: [
        visible(pull.job),
        shortName(pull.sheet),
        pull.state === "open" ? "open" : "sent back, worked on",
        pull.returns === 0 ? "" : `sent back ${plural(pull.returns, "time")}`,
        visible(pull.url),
      ],
    })),
  });
}

/** The servers' latest answers, and the jobs resumed because of them. */
function syncLines(terminal: Terminal, { pulls, resumed }: PullsSync): readonly string[] {
  if (pulls.length === 0) return [none];
  return [
    ...pulls.map((pull) => `${shortName(pull.sheet)}  ${pull.url}  ${lookWords(terminal, pull)}`),
    ...resumed.map(({ job }) => `${visible(job)} goes on.`),
  ];
}

function lookWords(terminal: Terminal, { outcome, now, why }: PullLook): string {
  const because = why === null ? "" : `: ${clip(prose(why), 200)}`;
  if (now === null) return terminal.red(`could not be looked at${because}`);
  switch (outcome) {
    case "merged":
      return terminal.green("merged");
    case "closed":
      return terminal.red("closed");
    case "returned":
      return terminal.yellow(`goes back to its agent${because}`);
    case "heard":
    case null:
      return openWords(now);
  }
}

function openWords({ state, checks, changesRequested, mergeable }: NonNullable<PullLook["now"]>): string {
  // The target does not show it yet.
  if (state === "merged") return "merged there, and not on the target yet";
  return [
    "open",
    ...(checks === "none" ? [] : [`checks ${checks}`]),
    ...(changesRequested ? ["changes asked for"] : []),
    ...(mergeable === "conflict" ? ["said to conflict"] : []),
  ].join(", ");
}
