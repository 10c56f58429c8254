import type { Finding } from "../../../findings/finding.ts";
import { plural } from "../../report/text.ts";
import { fenced, quoted, sizeOf, visible } from "./quote.ts";

export interface ExcerptTerms {
  /** How many lines before and behind a finding. */
  readonly around: number;
  /** How many bytes it may take, about. */
  readonly room: number;
}

/** Text of a file, as it was when findings were collected; `null`: it can't be shown. */
export type Sources = (file: string) => string | null;

const longestLine = 240;

/**
 * The code around findings, numbered as they are listed: each place once, also where findings lie close together.
 * `null`: there is none to show.
 */
export function excerpts(
  findings: readonly Finding[],
  sources: Sources,
  { around, room }: ExcerptTerms,
): string | null {
  const numbered = findings.map((finding, index) => ({ ...finding, number: index + 1 }));
  const shown: string[] = [];
  let [left, skipped] = [room, 0];
  for (const file of new Set(numbered.map((finding) => finding.file))) {
    const text = file === "" ? null : sources(file);
    if (text === null) continue;
    const pieces = piecesOf(
      text,
      numbered.filter((finding) => finding.file === file),
      around,
    );
    const fitting = pieces.filter((piece) => (left -= sizeOf(piece.text)) >= 0);
    skipped += pieces.filter((piece) => !fitting.includes(piece)).reduce((sum, piece) => sum + piece.findings, 0);
    if (fitting.length > 0) shown.push(`${headOf(file, text)}\n${fitting.map((piece) => piece.text).join("\n  …\n")}`);
  }
  if (shown.length === 0) return null;
  const more =
    skipped === 0 ? "" : `\n\nThe code around ${plural(skipped, "finding")} has no place here: look into the files.`;
  return `${fenced(shown.join("\n\n"))}${more}`;
}

/** Of one file. */
function piecesOf(
  text: string,
  findings: readonly Numbered[],
  around: number,
): readonly { readonly text: string; readonly findings: number }[] {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const there = findings.filter(({ line }) => line !== null && line <= lines.length);
  return rangesOf(there, { around, last: lines.length }).map((range) => ({
    text: pieceOf(lines, range),
    findings: range.findings.length,
  }));
}

type Numbered = Finding & { readonly number: number };

interface Range {
  readonly from: number;
  to: number;
  readonly findings: Numbered[];
}

function headOf(file: string, text: string): string {
  return `${quoted(file)}${text.includes("\r\n") ? " (its lines end with CRLF: keep that)" : ""}`;
}

/** Findings are in the order of their lines. */
function rangesOf(
  findings: readonly Numbered[],
  { around, last }: { readonly around: number; readonly last: number },
): readonly Range[] {
  const ranges: Range[] = [];
  for (const finding of findings) {
    const line = finding.line ?? 1;
    const [from, to] = [Math.max(1, line - around), Math.min(last, line + around)];
    const range = ranges.at(-1);
    if (range !== undefined && from <= range.to + 1) {
      range.to = Math.max(range.to, to);
      range.findings.push(finding);
    } else ranges.push({ from, to, findings: [finding] });
  }
  return ranges;
}

function pieceOf(lines: readonly string[], { from, to, findings }: Range): string {
  const width = String(to).length;
  const out: string[] = [];
  for (let number = from; number <= to; number += 1) {
    const line = lines[number - 1] ?? "";
    const here = findings.filter((finding) => finding.line === number);
    const isLong = line.length > longestLine;
    out.push(
      `${here.length > 0 ? ">" : " "} ${String(number).padStart(width)} | ${visible(isLong ? windowOf(line, here[0]?.column ?? 1) : line)}`.trimEnd(),
    );
    for (const { column, number: which } of here) {
      const pointer =
        column === null || isLong || column > line.length + 1
          ? ""
          : `${visible(line.slice(0, column - 1)).replaceAll(/[^\t]/g, " ")}^ `;
      out.push(`  ${" ".repeat(width)} | ${pointer}finding ${String(which)}`);
    }
  }
  return out.join("\n");
}

/** The part of a long line that a finding is in. */
function windowOf(line: string, column: number): string {
  const from = Math.max(0, Math.min(column - 1, line.length) - longestLine / 2);
  const to = Math.min(line.length, from + longestLine);
  return `${from > 0 ? "…" : ""}${line.slice(from, to)}${to < line.length ? "…" : ""}`;
}
