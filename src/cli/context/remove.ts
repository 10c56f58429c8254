import type { ContextOutcome } from "../../api/contract/context.ts";
import { size } from "../snapshot/lines.ts";
import { keepContexts, lookAtContexts } from "../look.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { shown } from "../words.ts";

export async function removeWorktree(
  terminal: Terminal,
  options: { readonly id: string; readonly force?: true; readonly json?: true },
): Promise<number> {
  const request = { id: options.id, isForced: options.force === true };
  // Whoever works in it may hold the writer lock for hours: what is plain now is not waited for.
  const outcome =
    (await lookAtContexts(terminal, (viewer) => viewer.refusal(request))) ??
    (await keepContexts(terminal, (keeper) => keeper.remove(request)));
  if (options.json === true) terminal.out(JSON.stringify(outcome));
  else for (const line of outcomeLines(terminal, outcome)) terminal.out(line);
  return outcome.removed ? exitCodes.good : exitCodes.failed;
}

/** What became of a context, and where its content is. */
export function outcomeLines(terminal: Terminal, outcome: ContextOutcome): readonly string[] {
  const room = outcome.bytes === null ? "" : ` (${size(outcome.bytes)})`;
  const first = outcome.removed
    ? `${terminal.green("removed")} ${outcome.id}${room}`
    : `${terminal.yellow("stays")} ${outcome.id}: ${shown(outcome.stays ?? "it was only captured")}`;
  return [
    first,
    ...(outcome.snapshot === null
      ? []
      : [`  captured as ${outcome.snapshot}${outcome.store === null ? "" : ` in ${shown(outcome.store)}`}`]),
  ];
}
