import { resolve } from "node:path";
import type { ContextOutcome } from "../../api/contract/context.ts";
import { visible } from "../../base/text.ts";
import { ask, keepContexts } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { size } from "../snapshot/lines.ts";
import type { Terminal } from "../terminal/terminal.ts";

export async function removeWorktree(
  terminal: Terminal,
  options: { readonly id: string; readonly force?: true; readonly json?: true },
): Promise<number> {
  const request = { id: options.id, isForced: options.force === true };
  // A process at work in it may keep the writer lock for hours: a refusal that is certain now does not wait for it.
  const outcome =
    (await ask(terminal, (tutti) => tutti.call("context.refusal", request))) ??
    (await keepContexts(terminal, (tutti) => tutti.call("context.remove", request)));
  if (options.json === true) terminal.out(JSON.stringify(outcome));
  else for (const line of outcomeLines(terminal, outcome)) terminal.out(line);
  return outcome.removed ? exitCodes.good : exitCodes.failed;
}

/** The outcome of a context, and the location of its content. */
export function outcomeLines(terminal: Terminal, outcome: ContextOutcome): readonly string[] {
  const room = outcome.bytes === null ? "" : ` (${size(outcome.bytes)})`;
  const first = outcome.removed
    ? `${terminal.green("removed")} ${outcome.id}${room}`
    : `${terminal.yellow("stays")} ${outcome.id}: ${visible(outcome.stays ?? "it was only captured")}`;
  return [
    first,
    ...(outcome.snapshot === null
      ? []
      : [`  captured as ${outcome.snapshot}${outcome.store === null ? "" : ` in ${visible(outcome.store)}`}`]),
  ];
}

interface PruneOptions {
  readonly repo?: string | true;
  readonly dryRun?: true;
  readonly json?: true;
}

export async function pruneWorktrees(terminal: Terminal, options: PruneOptions): Promise<number> {
  const folder = options.repo === undefined ? null : resolve(options.repo === true ? "." : options.repo);
  if (options.dryRun === true) return showPrunable(terminal, folder, options.json === true);
  const outcomes = await keepContexts(terminal, (tutti) => tutti.call("context.prune", { folder }));
  if (options.json === true) terminal.out(JSON.stringify(outcomes));
  else if (outcomes.length === 0) terminal.out("Nothing to prune.");
  else for (const line of outcomes.flatMap((outcome) => outcomeLines(terminal, outcome))) terminal.out(line);
  return outcomes.every((outcome) => outcome.removed) ? exitCodes.good : exitCodes.failed;
}

async function showPrunable(terminal: Terminal, folder: string | null, json: boolean): Promise<number> {
  const items = await ask(terminal, (tutti) => tutti.call("context.prunable", { folder }));
  if (json) terminal.out(JSON.stringify(items));
  else if (items.length === 0) terminal.out("Nothing to prune.");
  for (const { id, path, of, stays } of json ? [] : items) {
    const whose = of === "tutti" ? "Tutti's notes" : "git's notes";
    terminal.out(
      `${stays === null ? `would clear ${whose}` : terminal.yellow("stays")} ${id}: ${visible(stays ?? `${path ?? "its folder"} is gone`)}`,
    );
  }
  return exitCodes.good;
}
