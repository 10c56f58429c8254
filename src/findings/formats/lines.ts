import { type Finding, type Reading, severityOf } from "../finding.ts";
import { numberIn, outputLines } from "./output-lines.ts";

/**
 * `file:line: message` and `file:line:column: message`, where the message may end in `[code]`. Other lines say nothing.
 */
export function readLines(output: string, tool: string): Reading {
  const findings: Finding[] = [];
  for (const line of outputLines(output)) {
    const finding = findingOf(line, tool);
    if (finding !== null) findings.push(finding);
  }
  return { kind: "read", findings };
}

// No part of it can match what the next one matches, so nothing is tried twice. A file's name may hold anything but a
// colon; a drive's letter is the exception.
const place = /^((?:[A-Za-z]:[\\/])?[^:]+):(\d{1,9})(?::(\d{1,9}))?:[ \t]*(\S.*)$/s;
const beginning = /^(fatal error|error|warning|note|info)[:\s]/i;

function findingOf(line: string, tool: string): Finding | null {
  const [, file, number, column, rest = ""] = place.exec(line.trim()) ?? [];
  if (file === undefined) return null;
  const { message, code } = withoutCode(rest);
  return {
    tool,
    file,
    line: numberIn(number),
    column: numberIn(column),
    code,
    message,
    severity: severityOf(beginning.exec(message)?.[1] ?? null),
    fixable: false,
  };
}

function withoutCode(message: string): { readonly message: string; readonly code: string | null } {
  const start = message.endsWith("]") ? message.lastIndexOf("[") : -1;
  const code = message.slice(start + 1, -1);
  const before = message.slice(0, Math.max(0, start)).trimEnd();
  return before === "" || code === "" || /\s/.test(code) ? { message, code: null } : { message: before, code };
}
