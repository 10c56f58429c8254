import { cut, fenced, sizeOf, visible } from "./quote.ts";

/** Texts of tools about their rules, by `ruleKey`. */
export type RuleDocs = ReadonlyMap<string, RuleDoc>;

/** As prompts show it, in fences: it is data. */
export interface RuleDoc {
  readonly short: string;
  readonly whole: string;
}

export const noRuleDocs: RuleDocs = new Map();

export function ruleKey(tool: string, code: string): string {
  return JSON.stringify([tool, code]);
}

/** Bytes: a whole page is too much for one finding. */
const longestDoc = 4_096;
const longestParagraph = 600;

export function ruleDoc(text: string): RuleDoc | null {
  const lines = shownLines(text);
  return lines.every((line) => line === "") ? null : { short: firstParagraph(lines), whole: upToRoom(lines) };
}

function upToRoom(lines: readonly string[]): string {
  let left = longestDoc;
  const first = lines.findIndex((line) => (left -= sizeOf(line) + 1) < 0);
  if (first === -1) return fenced(lines.join("\n"));
  // An endless first line is cut, not dropped.
  const kept = first === 0 ? [cut(lines[0] ?? "", longestParagraph)] : lines.slice(0, first);
  return fenced([...kept, "… (cut here)"].join("\n"));
}

function firstParagraph(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== "" && !isHeading(line));
  if (first === -1) return fenced(cut(lines.join("\n"), longestParagraph));
  const rest = lines.slice(first);
  const end = rest.findIndex((line) => line.trim() === "" || isHeading(line));
  return fenced(cut((end === -1 ? rest : rest.slice(0, end)).join("\n"), longestParagraph));
}

function isHeading(line: string): boolean {
  return /^#{1,6}\s/.test(line);
}

function shownLines(text: string): readonly string[] {
  return visible(text.replaceAll(/\r\n?/g, "\n"))
    .trim()
    .split("\n")
    .map((line) => line.trimEnd());
}
