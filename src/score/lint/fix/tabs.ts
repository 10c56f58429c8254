import { readDocument } from "../../source/document.ts";
import type { Problem } from "../../source/problem.ts";
import type { Change } from "./edit.ts";

const widths = [2, 4, 8];

/**
 * Spaces in place of tabs that indent, when the text can be read with them; `null` when there is nothing to do or to be
 * done.
 */
export function withoutTabs(text: string): { readonly text: string; readonly changes: readonly Change[] } | null {
  const faults = tabFaults(text);
  if (faults.length === 0) return null;
  for (const width of widths) {
    const spaced = spacedText(text, width);
    if (spaced !== null) return { text: spaced, changes: changedLines(text, spaced) };
  }
  return null;
}

/** Line after line, because the parser tells of a tab only once it has understood what stands before it. */
function spacedText(text: string, width: number): string | null {
  // No line of a score can begin with a tab and mean it: as content it would need an indentation before it.
  let lines = text.split("\n").map((line) => line.replace(/^\t+/, (tabs) => " ".repeat(tabs.length * width)));
  for (let round = 0; round <= lines.length; round++) {
    const faults = tabFaults(lines.join("\n"));
    if (faults.length === 0) break;
    const wrong = new Set(faults.map(({ at }) => at.line - 1));
    const next = lines.map((line, index) =>
      wrong.has(index) ? line.replace(/^[ \t]+/, (blank) => blank.replaceAll("\t", " ".repeat(width))) : line,
    );
    if (next.join("\n") === lines.join("\n")) return null;
    lines = next;
  }
  const result = lines.join("\n");
  return readDocument(result).kind === "read" ? result : null;
}

function tabFaults(text: string): readonly Problem[] {
  const read = readDocument(text);
  return read.kind === "read" ? [] : read.problems.filter(({ message }) => message.startsWith("a tab"));
}

function changedLines(before: string, after: string): readonly Change[] {
  const now = after.split("\n");
  return before
    .split("\n")
    .flatMap((line, index) =>
      line === now[index] ? [] : [{ at: { line: index + 1, column: 1 }, what: "tabs → spaces" }],
    );
}
