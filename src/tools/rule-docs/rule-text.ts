import { array, get, record, text } from "../../findings/formats/json.ts";

interface RuleFacts {
  /** As the rule says it of itself. */
  readonly meta: unknown;
  /** The rule's options for a file with findings. */
  readonly options: readonly unknown[];
  /** The page of the rule, where the plugin has it with it. */
  readonly page: string | null;
}

/**
 * What a rule of ESLint says of itself, in paragraphs; `null`: nothing. What its options could be is left out: a
 * fix must not change the configuration.
 */
export function eslintText({ meta, options, page }: RuleFacts): string | null {
  const docs = get(meta, "docs");
  const paragraphs = [
    // One paragraph, so that short prompts have both.
    [(text(get(docs, "description")) ?? "").trim(), settingOf(options)].join("\n").trim(),
    kindOf(meta),
    ...(page === null ? [messagesOf(meta), pageOf(docs)] : [page.trim()]),
  ].filter((paragraph) => paragraph !== "");
  return paragraphs.length === 0 ? null : paragraphs.join("\n\n");
}

const longestOptions = 600;

/**
 * What is no JSON, as functions and patterns, has no form that could be shown. The file it was asked for is not named:
 * an agent that fixes another file would look there.
 */
function settingOf(options: readonly unknown[]): string {
  if (options.length === 0) return "";
  try {
    const shown = options.map((option) => JSON.stringify(option)).join(", ");
    const value = shown.length <= longestOptions ? shown : `${shown.slice(0, longestOptions).toWellFormed()}…`;
    return `The project sets it to: ${value}`;
  } catch {
    return "";
  }
}

function kindOf(meta: unknown): string {
  const isDeprecated = get(meta, "deprecated") !== undefined && get(meta, "deprecated") !== false;
  const facts = [
    ...(text(get(meta, "fixable")) === null ? [] : ["ESLint fixes some of what it finds by itself"]),
    ...(get(meta, "hasSuggestions") === true ? ["it suggests changes to editors"] : []),
    ...(get(get(meta, "docs"), "requiresTypeChecking") === true ? ["it looks at types"] : []),
    ...(isDeprecated ? ["it is deprecated"] : []),
  ].join("; ");
  return facts === "" ? "" : `${facts.charAt(0).toUpperCase()}${facts.slice(1)}.`;
}

const mostMessages = 30;

function messagesOf(meta: unknown): string {
  const messages = Object.values(record(get(meta, "messages")) ?? {}).flatMap((message) =>
    typeof message === "string" ? [`- ${message.trim()}`] : [],
  );
  return messages.length === 0 ? "" : ["What it may report:", ...messages.slice(0, mostMessages)].join("\n");
}

function pageOf(docs: unknown): string {
  const url = text(get(docs, "url")) ?? "";
  return /^https?:\/\/\S{1,300}$/.test(url) ? `Its page: ${url}` : "";
}

/** The text about a stylelint rule: it has no description, only options and messages. */
export function stylelintText({ rule, setting }: { readonly rule: unknown; readonly setting: unknown }): string | null {
  const meta = propertyOf(rule, "meta");
  const messages = Object.values(record(propertyOf(rule, "messages")) ?? {}).flatMap((message) =>
    typeof message === "string" ? [`- ${message}`] : [],
  );
  const paragraphs = [
    settingOf(array(setting)),
    ...(messages.length === 0 ? [] : [["What it may report:", ...messages.slice(0, mostMessages)].join("\n")]),
    pageOf(meta),
  ].filter((paragraph) => paragraph !== "");
  return paragraphs.length === 0 ? null : paragraphs.join("\n\n");
}

/** Rules of stylelint are functions with properties. */
function propertyOf(rule: unknown, name: "meta" | "messages"): unknown {
  return typeof rule === "function" && Object.hasOwn(rule, name)
    ? (rule as unknown as Record<string, unknown>)[name]
    : undefined;
}
