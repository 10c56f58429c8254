import { reportError } from "../../src/cli/report-error.ts";
import { runCommandLine } from "../../src/cli/tree/tree.ts";
import { listening } from "./listening.ts";

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Calls Tutti as the command line does, in this process, and keeps what it says. */
export async function tutti(...args: readonly string[]): Promise<Said> {
  const { terminal, out, err } = listening();
  const json = args.includes("--json");
  const code = await runCommandLine(terminal, ["node", "tutti", ...args], json).catch((error: unknown) =>
    reportError(terminal, error, json),
  );
  return { code, out: out.join("\n"), err: err.join("\n") };
}
