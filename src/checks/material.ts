import type { FileChange } from "../base/line-move.ts";

/** The writing of others, as agents that judge it see it: material, never instructions. */

/** The change, file by file: line, + added or - removed. */
export function diffText(changes: Iterable<FileChange>): string {
  return [...changes].map(fileText).join("\n");
}

function fileText({ from, to, hunks, unread }: FileChange): string {
  const name = to ?? from ?? "";
  const what = from === null ? " (new)" : to === null ? " (removed)" : from === to ? "" : ` (was ${from})`;
  const lines = hunks.flatMap(({ oldStart, newStart, removed, added }) => [
    ...removed.map((line, place) => `${String(oldStart + place)} - ${line}`),
    ...added.map((line, place) => `${String(newStart + place)} + ${line}`),
  ]);
  return [`${name}${what}${unread === undefined ? "" : ` (not shown: ${unread})`}`, ...lines].join("\n");
}

/** The beginning, and how many characters are left out. */
export function cut(text: string, most: number): readonly [string, number] {
  return text.length <= most ? [text, 0] : [text.slice(0, most).toWellFormed(), text.length - most];
}

/** Longer than any fence in the text, so that no part of it can end there. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
