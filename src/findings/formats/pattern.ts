import { RE2JS } from "re2js";
import { messageOf } from "../../base/error.ts";
import { type Finding, type Reading, severityOf } from "../finding.ts";
import { numberIn, outputLines } from "./output-lines.ts";

/**
 * Lines that match a pattern with the named groups file, line, column, code, severity and message. Other lines say
 * nothing.
 */
export function readPattern(output: string, pattern: string, tool: string): Reading {
  const compiled = compiledOf(pattern);
  if (compiled.kind === "unreadable") return compiled;
  const { expression, groups } = compiled;
  const findings: Finding[] = [];
  for (const line of outputLines(output)) {
    const matcher = expression.matcher(line);
    if (!matcher.find()) continue;
    const group = (name: string): string | null => (Object.hasOwn(groups, name) ? matcher.group(name) : null);
    findings.push({
      tool,
      file: group("file") ?? "",
      line: numberIn(group("line")),
      column: numberIn(group("column")),
      code: group("code"),
      message: group("message") ?? line,
      severity: severityOf(group("severity")),
      fixable: false,
    });
  }
  return { kind: "read", findings };
}

/** Whether a pattern names this group. */
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
