import { type Finding, type Reading, makeFinding } from "../finding.ts";
import { outputLines } from "./output-lines.ts";

/** `file:line: message` and `file:line:column: message`, perhaps with `[code]` at the end. */
export function readLines(output: string, tool: string): Reading {
  return { kind: "read", findings: [...outputLines(output)].flatMap((line) => findingOf(line, tool) ?? []) };
}

// No part can match what the next one matches, so matching is linear. A file name has no colon except after a drive
// letter.
const place = /^((?:[A-Za-z]:[\\/])?[^:]+):(\d{1,9})(?::(\d{1,9}))?:[ \t]*(\S.*)$/s;
const beginning = /^(fatal error|error|warning|note|info)[:\s]/i;

function findingOf(written: string, tool: string): Finding | null {
  const [, file, line, column, rest = ""] = place.exec(written.trim()) ?? [];
  if (file === undefined) return null;
  const { message, code } = withoutCode(rest);
  return makeFinding(tool, { file, line, column, code, message, severity: beginning.exec(message)?.[1] });
}

function withoutCode(message: string): { readonly message: string; readonly code: string | null } {
  const start = message.endsWith("]") ? message.lastIndexOf("[") : -1;
  const code = message.slice(start + 1, -1);
  const before = message.slice(0, Math.max(0, start)).trimEnd();
  return before === "" || code === "" || /\s/.test(code) ? { message, code: null } : { message: before, code };
}
