import { resolve } from "node:path";
import type { Unlocking } from "../../api/contract/context.ts";
import { visible } from "../../base/text.ts";
import { ask, keepContexts } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { ago, shortSha } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { dryRunOption, jsonOption } from "../tree/options.ts";
import { declare as declareAdopt } from "./adopt.ts";
import { contextLines, contextTable, lockWords, worktreeLines } from "./lines.ts";
import { pruneWorktrees, removeWorktree } from "./remove.ts";

export const declare: Declare = (command, perform) => {
  command
    .command("list")
    .description("list contexts, and with --repo also the worktrees of the repository")
    .option("--repo [folder]", "also the worktrees of this repository (default: the one here)")
    .addOption(jsonOption)
    .action(perform(listWorktrees));
  command
    .command("show")
    .description("show a context: its owner, the processes in it, its newest snapshot")
    .argument("<id>", "context")
    .addOption(jsonOption)
    .action(perform(showWorktree));
  command
    .command("remove")
    .description("capture a context and remove it")
    .argument("<id>", "context")
    .option("--force", "also if it is locked; never while a process works in it")
    .addOption(jsonOption)
    .action(perform(removeWorktree));
  command
    .command("prune")
    .description("remove what is left of contexts whose folder is gone; commits that only they had are kept")
    .option("--repo [folder]", "also prune git's records of worktrees of this repository (default: the one here)")
    .addOption(dryRunOption)
    .addOption(jsonOption)
    .action(perform(pruneWorktrees));
  declareAdopt(
    command.command("adopt").description("capture worktrees and clones that other tools left, and remove them"),
    perform,
  );
  command
    .command("unlock")
    .description("unlock a context whose owner is dead")
    .argument("<id>", "context")
    .option("--force", "also if the owner may be alive")
    .addOption(jsonOption)
    .action(perform(unlockWorktree));
};

interface OneContext {
  readonly id: string;
  readonly force?: true;
  readonly json?: true;
}

async function listWorktrees(
  terminal: Terminal,
  options: { readonly repo?: string | true; readonly json?: true },
): Promise<number> {
  const folder = options.repo === undefined ? null : resolve(options.repo === true ? "." : options.repo);
  const list = await ask(terminal, (tutti) => tutti.call("context.list", { folder }));
  if (options.json === true) {
    terminal.out(JSON.stringify(list));
    return exitCodes.good;
  }
  const now = Date.now();
  if (list.contexts.length === 0) terminal.out("No contexts of Tutti's.");
  else for (const line of contextTable(terminal, list.contexts, now)) terminal.out(line);
  if (folder === null) return exitCodes.good;
  terminal.out(terminal.bold("Worktrees of the repository:"));
  for (const line of list.worktrees.flatMap(worktreeLines)) terminal.out(line);
  return exitCodes.good;
}

async function showWorktree(
  terminal: Terminal,
  options: { readonly id: string; readonly json?: true },
): Promise<number> {
  const detail = await ask(terminal, (tutti) => tutti.call("context.show", { id: options.id }));
  if (options.json === true) {
    terminal.out(JSON.stringify(detail));
    return exitCodes.good;
  }
  const { job, sheet, attempt, base, repository, store, snapshot, fallback, users } = detail;
  const lines = [
    ...contextLines(detail, Date.now()),
    `  job ${job}, ${sheet === null ? "for all sheets" : `sheet ${visible(sheet)}, attempt ${attempt}`}`,
    `  made at commit ${shortSha(base)} of ${visible(repository)}`,
    ...(fallback === null ? [] : [`  not isolated: ${visible(fallback)}`]),
    ...(users === null || users.length === 0
      ? []
      : [`  at work in it: ${users.length === 1 ? "process" : "processes"} ${users.join(", ")}`]),
    snapshot === null
      ? "  no snapshot yet"
      : `  newest snapshot: ${snapshot.ref} (${ago(snapshot.at)}) in ${visible(store)}`,
  ];
  for (const line of lines) terminal.out(line);
  return exitCodes.good;
}

async function unlockWorktree(terminal: Terminal, options: OneContext): Promise<number> {
  const request = { id: options.id, isForced: options.force === true };
  const { lock } = await ask(terminal, (tutti) => tutti.call("context.show", { id: options.id }));
  // Its holder may keep the writer lock for hours: a refusal that is certain now does not wait for it.
  const unlocking: Unlocking =
    lock !== null && lock.owner !== "dead" && !request.isForced
      ? { kind: "refused", lock }
      : await keepContexts(terminal, (tutti) => tutti.call("context.unlock", request));
  if (options.json === true) terminal.out(JSON.stringify(unlocking));
  else if (unlocking.kind === "not-locked") terminal.out(`${options.id} is not locked.`);
  else if (unlocking.kind === "unlocked")
    terminal.out(`${terminal.green("unlocked")} ${options.id}; it was ${lockWords(unlocking.lock)}`);
  else
    terminal.out(
      `${terminal.yellow("still locked")} ${options.id}: ${lockWords(unlocking.lock)} (--force unlocks it all the same)`,
    );
  return unlocking.kind === "refused" ? exitCodes.failed : exitCodes.good;
}
