import type { Terminal } from "../terminal/terminal.ts";
import { shown } from "../terminal/prose.ts";

/**
 * A patch as it may be shown: coloured where colours are wanted, and with everything written out by which content could
 * speak to the terminal. Tabs stay.
 */
export function patchLines(terminal: Terminal, text: string): readonly string[] {
  let isHunk = false;
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      if (line.startsWith("diff --git ")) isHunk = false;
      else if (line.startsWith("@@ ")) isHunk = true;
      return paint(terminal, line.split("\t").map(shown).join("\t"), isHunk);
    });
}

function paint(terminal: Terminal, line: string, isHunk: boolean): string {
  if (!isHunk) return terminal.bold(line);
  switch (line[0]) {
    case "+":
      return terminal.green(line);
    case "-":
      return terminal.red(line);
    case "@":
      return terminal.dim(line);
    default:
      return line;
  }
}
