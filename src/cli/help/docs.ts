import { readFileSync } from "node:fs";

/** A page of the documentation, which comes with the package. */
export function readPage(name: string): string {
  return readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), "utf8");
}

/** The part of a page below a heading, with it; `undefined` when the page has no such heading. */
export function partOf(page: string, isHeading: (title: string) => boolean): string | undefined {
  const lines = page.split("\n");
  const from = lines.findIndex((line) => isHeading(titleOf(line) ?? ""));
  if (from === -1) return undefined;
  const depth = depthOf(lines[from] ?? "");
  const isEnd = (line: string): boolean => depthOf(line) > 0 && depthOf(line) <= depth;
  // Headings that follow each other share one paragraph.
  const first = lines.findIndex((line, place) => place > from && titleOf(line) === undefined);
  const next = lines.findIndex((line, place) => place > first && isEnd(line));
  return lines
    .slice(from, next === -1 ? undefined : next)
    .join("\n")
    .trimEnd();
}

function depthOf(line: string): number {
  return /^(#+) /.exec(line)?.[1]?.length ?? 0;
}

/** Of a line that is a heading. */
export function titleOf(line: string): string | undefined {
  return /^#+ (.*)$/.exec(line)?.[1];
}
