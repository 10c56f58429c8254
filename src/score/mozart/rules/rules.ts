import type { WrittenRule } from "../../schema/validation.ts";
import type { KeyPath } from "../../source/place.ts";
import type { Report } from "../../source/report.ts";
import type { MozartRule } from "./rule-schema.ts";
import { translatedCommand } from "./commands.ts";
import { translatedText } from "../texts.ts";
import { milliseconds } from "../seconds.ts";

/** A validation of Mozart's in Tutti's words. */
export function translatedRule(
  rule: MozartRule,
  place: { readonly names: ReadonlySet<string>; readonly path: KeyPath; readonly report: Report },
): WrittenRule {
  const text = (written: string, key: string, style: "path" | "text" = "text"): string =>
    translatedText(written, style, { ...place, path: [...place.path, key] });
  const conditions = [
    rule.condition,
    rule.sheet === undefined ? undefined : `sheet_num == ${String(rule.sheet)}`,
  ].filter((part) => part !== undefined);
  const terms = {
    stage: rule.stage,
    retries: rule.retry_count ?? 0,
    ...(rule.retry_delay_ms === undefined ? {} : { retry_delay: rule.retry_delay_ms }),
    ...(conditions.length === 0
      ? {}
      : { when: conditions.map((part) => (conditions.length > 1 ? `(${part})` : part)).join(" and ") }),
    ...(rule.description === undefined ? {} : { description: plainLine(rule.description) }),
  };
  switch (rule.type) {
    case "file_exists":
      return { ...terms, file_exists: text(rule.path, "path", "path") };
    case "file_modified":
      return { ...terms, file_modified: text(rule.path, "path", "path") };
    case "content_contains":
      return {
        ...terms,
        content_contains: { path: text(rule.path, "path", "path"), text: text(rule.pattern, "pattern") },
      };
    case "content_regex":
      return {
        ...terms,
        content_regex: { path: text(rule.path, "path", "path"), pattern: text(rule.pattern, "pattern") },
      };
    case "command_succeeds": {
      const cwd = folderOf(rule.working_directory, { ...place, text });
      return {
        ...terms,
        // Mozart's commands are bash's.
        command: ["bash", "-c", translatedCommand(rule.command, { ...place, path: [...place.path, "command"] })],
        ...(rule.timeout_seconds === undefined ? {} : { timeout: milliseconds(rule.timeout_seconds) }),
        ...(cwd === null ? {} : { cwd }),
      };
    }
  }
}

/** Descriptions were never templates. */
function plainLine(description: string): string {
  const line = description.replaceAll(/[\s\p{Cc}]+/gu, " ").trim() || "validation";
  return /\{[{%#]/.test(line) ? `{% raw %}${line}{% endraw %}` : line;
}

function folderOf(
  written: string | undefined,
  {
    path,
    report,
    text,
  }: { path: KeyPath; report: Report; text: (written: string, key: string, style: "path") => string },
): string | null {
  if (written === undefined) return null;
  if (!written.startsWith("/")) return text(written, "working_directory", "path");
  report(
    "V005",
    [...path, "working_directory"],
    "is not read: the command runs in the sheet's own context, where its work is",
  );
  return null;
}
