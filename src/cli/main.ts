import { setFlagsFromString } from "node:v8";
import { CommanderError } from "commander";
import { TuttiError, messageOf } from "../base/error.ts";
import { exitCodes } from "./exit-codes.ts";
import { type Terminal, makeTerminal } from "./terminal/terminal.ts";
import { runCommandLine } from "./tree/tree.ts";

/** The one place where errors become words and exit codes. */
async function main(): Promise<void> {
  const terminal = makeTerminal(process);
  const json = process.argv.includes("--json");
  let code: number;
  try {
    code = await runCommandLine(terminal, process.argv, json);
  } catch (error) {
    code = reportError(terminal, error, json);
  }
  process.exitCode = code;
}

// Whoever reads may stop reading (`| head`), or close the terminal: that must not end a job, nor be shouted about.
const unread: ReadonlySet<string> = new Set(["EPIPE", "EIO", "ERR_STREAM_DESTROYED"]);
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (!unread.has(error.code ?? "")) throw error;
  });
}

keepYoungSpaceSmall();
main().catch((error: unknown) => {
  process.stderr.write(`tutti: ${messageOf(error)}\n`);
  process.exitCode = exitCodes.bug;
});

/**
 * V8 lets the space for young objects grow to 64 MB and more as soon as much in it survives, as when a file is parsed:
 * half of the memory that reading a large score takes, and no time is saved by it (both measured: `npm run bench --
 * score`).
 */
export function keepYoungSpaceSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

/** Says what went wrong and what to do about it; returns the exit code. */
export function reportError(terminal: Terminal, error: unknown, json: boolean): number {
  if (error instanceof CommanderError) return reportUsage(terminal, error, json);
  const known = error instanceof TuttiError ? error : undefined;
  const code = known?.code ?? "bug.unexpected";
  if (json) terminal.out(JSON.stringify({ type: "error", code, message: messageOf(error), hint: known?.hint ?? null }));
  else {
    terminal.err(`${terminal.red("error")} ${code}: ${messageOf(error)}`);
    if (known?.hint !== undefined) terminal.err(`  ${known.hint}`);
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
  // What was under way is safe, and goes on later.
  if (error.code === "store.write_failed" || error.code === "conductor.lost" || error.code === "conductor.stopping")
    return exitCodes.paused;
  return error.audience === "user" ? exitCodes.usage : exitCodes.failed;
}
