import type { Argv } from "../fields.ts";
import { contextPath } from "../paths.ts";
import { pattern } from "../pattern.ts";
import type { Validation } from "../plan.ts";
import type { Meaning } from "../source/shape.ts";
import { described } from "../validation.ts";
import type { SheetNumbers } from "./numbers.ts";
import { filled } from "./placeholders.ts";
import type { Rule } from "./schema.ts";

export type RuleFault = (key: "path" | "pattern" | "command", why: string) => void;

/** The validation that a rule means for one sheet; `null` when it does not apply to it or is wrong, which is told. */
export function validationFor(rule: Rule, numbers: SheetNumbers, fault: RuleFault): Validation | null {
  if (rule.condition !== undefined && !rule.condition(numbers)) return null;
  const take = <T>(key: "path" | "pattern" | "command", meant: Meaning<T>): T | null => {
    if (meant.kind === "means") return meant.value;
    fault(key, meant.why);
    return null;
  };

  if (rule.type === "command_succeeds") {
    const line = take("command", filled(rule.command, numbers, "command"));
    if (line === null) return null;
    // Mozart's commands are bash's.
    const argv: Argv = ["bash", "-c", line];
    return described({ kind: "command_succeeds", argv, timeoutMs: rule.timeout_seconds * 1_000 }, rule.description);
  }

  const path = take("path", then(filled(rule.path, numbers, "path"), contextPath));
  if (rule.type === "file_exists") return path === null ? null : described({ kind: "file_exists", path }, rule.description);
  const isRegex = rule.type === "content_regex";
  const wanted = take("pattern", isRegex ? then(filled(rule.pattern, numbers, "pattern"), pattern) : filled(rule.pattern, numbers, "text"));
  if (path === null || wanted === null) return null;
  return described(isRegex ? { kind: "content_regex", path, pattern: wanted } : { kind: "content_contains", path, text: wanted }, rule.description);
}

function then(first: Meaning<string>, next: (text: string) => Meaning<string>): Meaning<string> {
  return first.kind === "means" ? next(first.value) : first;
}
