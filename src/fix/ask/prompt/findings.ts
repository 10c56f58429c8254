import type { Finding } from "../../../findings/finding.ts";
import { plural } from "../../report/text.ts";
import { cut, fenced, quoted, sizeOf, visible } from "./quote.ts";

/** Findings of a sheet as its prompt has them: some in full, the rest in short. */
export interface Listed {
  /** In the order of files and lines; the first is finding 1. */
  readonly full: readonly Finding[];
  readonly text: string;
}

const mostInFull = 20;
const mostShort = 40;
const longestMessage = 600;
const longestName = 120;
const mostLines = 12;

/** `room`: how many bytes it may take, about. One finding is always told in full. */
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

/** A code, as people read it; codes of tools are data too. */
export function codeShown(code: string | null): string {
  return code === null || code === "" ? "(no code)" : visible(cut(code, longestName)).replaceAll(/\s/g, " ");
}

export function toolShown(tool: string): string {
  return visible(cut(tool, longestName)).replaceAll(/\s/g, " ");
}

function inFull(finding: Finding, number: number): string {
  const { tool, file, code, severity, message } = finding;
  const place = [
    file === "" ? "(no file)" : quoted(file),
    ...(finding.line === null ? [] : [`line ${String(finding.line)}`]),
  ];
  if (finding.line !== null && finding.column !== null) place.push(`column ${String(finding.column)}`);
  const title = `${String(number)}. ${place.join(", ")}: ${toolShown(tool)}, ${codeShown(code)}${severity === null ? "" : `, ${severity}`}`;
  return [
    title,
    ...visible(cut(message.replaceAll(/\r\n?/g, "\n"), longestMessage))
      .split("\n")
      .map((line) => `   ${line}`),
  ].join("\n");
}

/** A line for each file and code, and how many there are of what found no place. */
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
  return `${first.file === "" ? "(no file)" : quoted(first.file)}: ${toolShown(first.tool)}, ${codeShown(first.code)}, ${String(findings.length)} times${where}`;
}

function byPlace(one: Finding, other: Finding): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
}
