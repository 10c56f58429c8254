import { plural } from "../../../base/text.ts";
import type { Finding } from "../../../findings/finding.ts";
import { cut, fenced, quoted, sizeOf, visible } from "./quote.ts";

/** The findings in a prompt: some in full, the rest in short. */
export interface Listed {
  /** By file and line; the first is finding 1. */
  readonly full: readonly Finding[];
  readonly text: string;
}

const mostInFull = 20;
const mostShort = 40;
const longestMessage = 600;
const longestName = 120;
const mostLines = 12;

/** `room`: bytes, roughly. One finding is always listed in full. */
export function listed(findings: readonly Finding[], room: number): Listed {
  const sorted = [...findings].sort(byPlace);
  const full: string[] = [];
  let left = room;
  for (const finding of sorted.slice(0, mostInFull)) {
    const text = inFull(finding, full.length + 1);
    left -= sizeOf(text);
    if (left < 0 && full.length > 0) break;
    full.push(text);
  }
  const rest = sorted.slice(full.length);
  const text = [fenced(full.join("\n")), ...shortly(rest, Math.max(left, room / 4))].join("\n\n");
  return { full: sorted.slice(0, full.length), text };
}

export function codeShown(code: string | null): string {
  return code === null || code === "" ? "(no code)" : visible(cut(code, longestName)).replaceAll(/\s/g, " ");
}

export function toolShown(tool: string): string {
  return visible(cut(tool, longestName)).replaceAll(/\s/g, " ");
}

function inFull(finding: Finding, number: number): string {
  const { tool, file, code, severity, message } = finding;
  const place = [file === "" ? "(no file)" : quoted(file), ...(finding.line === null ? [] : [`line ${finding.line}`])];
  if (finding.line !== null && finding.column !== null) place.push(`column ${finding.column}`);
  const title = `${number}. ${place.join(", ")}: ${toolShown(tool)}, ${codeShown(code)}${severity === null ? "" : `, ${severity}`}`;
  return [
    title,
    ...visible(cut(message.replaceAll(/\r\n?/g, "\n"), longestMessage))
      .split("\n")
      .map((line) => `   ${line}`),
  ].join("\n");
}

/** A line for each file and code, then the number of those without room. */
function shortly(findings: readonly Finding[], room: number): readonly string[] {
  if (findings.length === 0) return [];
  const kinds = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.file, finding.tool, finding.code]);
    const of = kinds.get(key) ?? [];
    kinds.set(key, of);
    of.push(finding);
  }
  const lines: string[] = [];
  let told = 0;
  let left = room;
  for (const of of kinds.values()) {
    const line = shortLine(of);
    left -= sizeOf(line);
    if (left < 0 || lines.length >= mostShort) break;
    lines.push(line);
    told += of.length;
  }
  const more = findings.length - told;
  return [
    `And ${plural(findings.length, "finding")} more, in short:`,
    ...(lines.length === 0 ? [] : [fenced(lines.join("\n"))]),
    ...(more === 0
      ? []
      : [
          `${plural(more, "finding")} of these ${more === 1 ? "has" : "have"} no place here: the commands below show all of them.`,
        ]),
  ];
}

function shortLine(findings: readonly Finding[]): string {
  const [first] = findings;
  if (first === undefined) return "";
  const lines = findings.flatMap(({ line }) => (line === null ? [] : [String(line)]));
  const where =
    lines.length === 0 ? "" : ` at ${lines.slice(0, mostLines).join(", ")}${lines.length > mostLines ? ", …" : ""}`;
  return `${first.file === "" ? "(no file)" : quoted(first.file)}: ${toolShown(first.tool)}, ${codeShown(first.code)}, ${findings.length} times${where}`;
}

function byPlace(one: Finding, other: Finding): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
}

interface ExcerptTerms {
  readonly around: number;
  /** In bytes, roughly. */
  readonly room: number;
}

/** The text of a file when findings were collected; `null`: not available. */
export type Sources = (file: string) => string | null;

const longestLine = 240;

/** The code around findings, numbered as they are listed; findings close together share one piece. */
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

/** Findings come in the order of their lines. */
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
      out.push(`  ${" ".repeat(width)} | ${pointer}finding ${which}`);
    }
  }
  return out.join("\n");
}

function windowOf(line: string, column: number): string {
  const from = Math.max(0, Math.min(column - 1, line.length) - longestLine / 2);
  const to = Math.min(line.length, from + longestLine);
  return `${from > 0 ? "…" : ""}${line.slice(from, to)}${to < line.length ? "…" : ""}`;
}
