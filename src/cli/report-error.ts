import { CommanderError } from "commander";
import { TuttiError, messageOf } from "../base/error.ts";
import { exitCodes } from "./exit-codes.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Says what went wrong and what to do about it; returns the exit code. */
export function reportError(terminal: Terminal, error: unknown, json: boolean): number {
  if (error instanceof CommanderError) return reportUsage(terminal, error, json);
  const known = error instanceof TuttiError ? error : undefined;
  const code = known?.code ?? "bug.unexpected";
  if (json) terminal.out(JSON.stringify({ type: "error", code, message: messageOf(error), hint: known?.hint ?? null }));
  else {
    terminal.err(`${terminal.red("error")} ${code}: ${messageOf(error)}`);
    if (known !== undefined) terminal.err(`  ${known.hint ?? `tutti help ${code} says more.`}`);
    if (known === undefined || known.audience === "bug") {
      terminal.err("  This is a fault of Tutti's own. Nothing recorded is lost; please report it with these lines:");
      terminal.err(error instanceof Error ? (error.stack ?? "") : String(error));
    }
  }
  return exitCodeOf(known);
}

/** commander has said it already, in its own words, unless a program listens. */
function reportUsage(terminal: Terminal, error: CommanderError, json: boolean): number {
  if (error.exitCode === 0) return exitCodes.good;
  if (json)
    terminal.out(
      JSON.stringify({
        type: "error",
        code: "cli.usage",
        message: error.message.replace(/^error: /, ""),
        hint: "tutti --help lists the commands.",
      }),
    );
  return exitCodes.usage;
}

function exitCodeOf(error: TuttiError | undefined): number {
  if (error === undefined || error.audience === "bug") return exitCodes.bug;
  if (error.code === "store.locked") return exitCodes.interrupted;
  // Running work is safe, and goes on later.
  if (error.code === "store.write_failed" || error.code === "conductor.lost" || error.code === "conductor.stopping")
    return exitCodes.paused;
  return error.audience === "user" ? exitCodes.usage : exitCodes.failed;
}
