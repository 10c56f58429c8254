import type { Terminal } from "../../src/cli/terminal/terminal.ts";

/** A terminal that is not watched, and the messages to it. */
export function listening(): { readonly terminal: Terminal; readonly out: string[]; readonly err: string[] } {
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
  return { terminal, out, err };
}
