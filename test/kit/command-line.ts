import { reportError } from "../../src/cli/report-error.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { buildTree } from "../../src/cli/tree.ts";

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Calls Tutti as the command line does, in this process, and keeps what it says. */
export async function tutti(...args: readonly string[]): Promise<Said> {
  const out: string[] = [];
  const err: string[] = [];
  const plain = (text: string): string => text;
  const terminal: Terminal = {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    raw: (text) => void err.push(text),
    isLive: false,
    columns: () => 80,
    rows: () => 24,
    green: plain,
    red: plain,
    yellow: plain,
    dim: plain,
    bold: plain,
  };
  const json = args.includes("--json");
  const code = await buildTree(terminal, json)
    .start(["node", "tutti", ...args])
    .catch((error: unknown) => reportError(terminal, error, json));
  return { code, out: out.join("\n"), err: err.join("\n") };
}
