import { messageOf } from "../base/error.ts";
import { exitCodes } from "./exit-codes.ts";
import { reportError } from "./report-error.ts";
import { makeTerminal } from "./terminal/terminal.ts";
import { runCommandLine } from "./tree/tree.ts";
import { keepYoungSpaceSmall } from "./young-space.ts";

/** The one place where errors become words and exit codes. */
async function main(): Promise<void> {
  const terminal = makeTerminal(process);
  const json = process.argv.includes("--json");
  let code: number;
  try {
    if (process.argv[2] === "__names")
      return await (await import("./completion/names.ts")).printNames(terminal, process.argv.slice(3));
    code = await runCommandLine(terminal, process.argv, json);
  } catch (error) {
    code = reportError(terminal, error, json);
  }
  process.exitCode = code;
}

// The reader may stop reading (`| head`), or close the terminal: that must not end a job, nor be shouted about.
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
