import type { Unlocking } from "../../api/contract/context.ts";
import { lockWords } from "./lines.ts";
import { keepContexts, lookAtContexts } from "../look.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";

export async function unlockWorktree(
  terminal: Terminal,
  options: { readonly id: string; readonly force?: true; readonly json?: true },
): Promise<number> {
  const request = { id: options.id, isForced: options.force === true };
  const { lock } = await lookAtContexts(terminal, (viewer) => viewer.show(options.id));
  // Whoever holds it may hold the writer lock for hours: what is plain now is not waited for.
  const unlocking: Unlocking =
    lock !== null && lock.owner !== "dead" && !request.isForced
      ? { kind: "refused", lock }
      : await keepContexts(terminal, (keeper) => keeper.unlock(request));
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
