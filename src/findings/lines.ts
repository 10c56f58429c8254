import type { Finding, Reading } from "./finding.ts";
import { outputLines } from "./output-lines.ts";

/** `file:line: message` and `file:line:column: message`, where the message may end in `[code]`. Other lines say nothing. */
export function readLines(output: string): Reading {
  const findings: Finding[] = [];
  for (const line of outputLines(output)) {
    const finding = findingOf(line);
    if (finding !== null) findings.push(finding);
  }
  return { kind: "read", findings };
}

// No part of it can match what the next one matches, so nothing is tried twice. A file's name may hold anything but a colon; a drive's letter is the exception.
const place = /^((?:[A-Za-z]:[\\/])?[^:]+):(\d{1,9})(?::\d{1,9})?:[ \t]*(\S.*)$/s;
const beginning = /^(fatal error|error|warning|note|info)[:\s]/i;

function findingOf(line: string): Finding | null {
  const [, file, number, rest = ""] = place.exec(line.trim()) ?? [];
  if (file === undefined) return null;
  const { message, code } = withoutCode(rest);
  return { file, line: Number(number), code, message, severity: beginning.exec(message)?.[1]?.toLowerCase() ?? null };
}

function withoutCode(message: string): { readonly message: string; readonly code: string | null } {
  const start = message.endsWith("]") ? message.lastIndexOf("[") : -1;
  const code = message.slice(start + 1, -1);
  const before = message.slice(0, Math.max(0, start)).trimEnd();
  return before === "" || code === "" || /\s/.test(code) ? { message, code: null } : { message: before, code };
}
