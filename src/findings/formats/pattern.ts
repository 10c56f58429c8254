import { RE2JS } from "re2js";
import { messageOf } from "../../base/error.ts";
import { type Finding, type Reading, makeFinding } from "../finding.ts";
import { outputLines } from "./output-lines.ts";

/** Lines that match a pattern with the named groups file, line, column, code, severity and message. */
export function readPattern(output: string, pattern: string, tool: string): Reading {
  const compiled = compiledOf(pattern);
  if (compiled.kind === "unreadable") return compiled;
  const { expression, groups } = compiled;
  const findings: Finding[] = [];
  for (const line of outputLines(output)) {
    const matcher = expression.matcher(line);
    if (!matcher.find()) continue;
    const group = (name: string): string | null => (Object.hasOwn(groups, name) ? matcher.group(name) : null);
    const parts = ["file", "line", "column", "code", "severity"].map((name) => [name, group(name)] as const);
    findings.push(makeFinding(tool, { ...Object.fromEntries(parts), message: group("message") ?? line }));
  }
  return { kind: "read", findings };
}

export function hasGroup(pattern: string, name: string): boolean {
  const compiled = compiledOf(pattern);
  return compiled.kind === "compiled" && Object.hasOwn(compiled.groups, name);
}

type Compiled =
  | { readonly kind: "compiled"; readonly expression: RE2JS; readonly groups: Readonly<Record<string, number>> }
  | { readonly kind: "unreadable"; readonly why: string };

function compiledOf(pattern: string): Compiled {
  try {
    const expression = RE2JS.compile(pattern);
    return { kind: "compiled", expression, groups: expression.namedGroups() };
  } catch (error) {
    return { kind: "unreadable", why: `/${pattern}/ is not a regular expression: ${messageOf(error)}` };
  }
}
