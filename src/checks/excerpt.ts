import { clip } from "../base/text.ts";

/** Output up to this length is shown whole. */
const shortEnough = 600;
const longestLine = 240;
const headLines = 2;
const errorLines = 8;
const tailLines = 6;

/** Lines that name a problem, in the words of compilers, test runners, shells and package managers. */
const isTelling =
  /\b(?:\w*error|\w*exception|err!|fatal|failed|failures?|failing|panic(?:ked)?|traceback|cannot|can't|could not|not found|no such|undefined|unresolved|unknown|missing|denied|refused|expected|assert\w*)\b|[✗✕×✖]/i;

/** A line of a stack, or one that says only where a log lies: it names no problem. */
const isFrame = /^\s*(?:at\s.*[:(]\d|File ".*", line \d|\.{3}|npm (?:err!|error) (?:a complete log|\s*at))/i;

/**
 * What explains a failure in the output of a program: the line that tells most, then the first lines, those that name a
 * problem, and the last ones. The end alone is often only a stack or a summary.
 */
export function excerpt(output: string): string {
  const text = output.trim().toWellFormed();
  if (text.length <= shortEnough) return text;
  const lines = text.split("\n").map((line) => line.trimEnd());
  const problems = lines.flatMap((line, place) => (isTelling.test(line) && !isFrame.test(line) ? [place] : []));
  const last = lines.length - 1;
  const shown = new Set([
    ...[...lines.keys()].slice(0, headLines),
    ...problems.slice(0, errorLines),
    ...[...lines.keys()].slice(-tailLines),
  ]);
  const told = clip((lines[problems[0] ?? last] ?? "").trim(), longestLine);
  return [told, ...inOrder(lines, shown)].join("\n");
}

function* inOrder(lines: readonly string[], shown: ReadonlySet<number>): Generator<string> {
  let before = -1;
  for (const place of [...shown].toSorted((a, b) => a - b)) {
    if (place > before + 1) yield "…";
    yield clip(lines[place] ?? "", longestLine);
    before = place;
  }
}
