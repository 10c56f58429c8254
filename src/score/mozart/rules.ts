import { numberNames } from "../build/scope.ts";
import type { WrittenRule } from "../schema/validation.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";
import { faultOf, readerOfText } from "../template/shell/analyse.ts";
import { quoteHere } from "../template/shell/quote.ts";
import { readShell } from "../template/shell/reader.ts";
import { type MozartRule, milliseconds } from "./rule-schema.ts";
import { type TextPlace, translatedText } from "./texts.ts";

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

const placeholder = /(\{\{ [A-Za-z_]\w* \}\})/;

/**
 * A command of Mozart's, which put values into its text. Here they are handed over beside it wherever they are shown to
 * be data; in text that is run, and where nothing is filled in, they become text as in Mozart, with a warning.
 */
export function translatedCommand(written: string, place: TextPlace): string {
  const parts = translatedText(written, "command", place).split(placeholder);
  // Every other part is a placeholder.
  const found = parts.flatMap((_, at) => (at % 2 === 1 ? [at] : []));
  const alone = new Set(found.length > most ? [] : found.filter((at) => !isData(parts, new Set([at]), place.names)));
  const asText = isData(parts, new Set(found.filter((at) => !alone.has(at))), place.names) ? alone : new Set(found);
  for (const at of asText) {
    const message = `${nameOf(parts[at])} stands in text that is run, so it is filled in as text, as in Mozart: it has to be made of letters, digits and _@%+=:,./-`;
    place.report("V409", place.path, message);
  }
  return parts.map((part, at) => (asText.has(at) ? part.replace(" }}", " | inline }}") : part)).join("");
}

/** Each of them is looked at in all of the command. */
const most = 200;

/** Whether these placeholders can be handed over beside the text, when all others are part of it. */
function isData(parts: readonly string[], values: ReadonlySet<number>, names: ReadonlySet<string>): boolean {
  const reader = readerOfText();
  for (const [at, part] of parts.entries()) {
    const sample = at % 2 === 1 ? sampleOf(part.slice(3, -3), names) : null;
    if (sample === null) readShell(reader, part.replaceAll(/\{% (?:end)?raw %\}/g, ""));
    else if (!values.has(at)) readShell(reader, "x");
    else if (quoteHere(reader, "V", sample).kind === "wrong") return false;
  }
  return faultOf(reader) === null;
}

function sampleOf(name: string, names: ReadonlySet<string>): string {
  return numberNames.has(name) && !names.has(name) ? "1" : "x y";
}

function nameOf(part = ""): string {
  return part.replace(/^\{\{ (.*) \}\}$/, "{$1}");
}
