import { clip } from "../../base/text.ts";
import { array, get, record, text } from "../../findings/formats/json.ts";

interface RuleFacts {
  readonly meta: unknown;
  readonly options: readonly unknown[];
  /** The rule's page, if the plugin ships it. */
  readonly page: string | null;
}

/** Without possible options: a fix must not change the configuration. */
export function eslintText({ meta, options, page }: RuleFacts): string | null {
  const docs = get(meta, "docs");
  const paragraphs = [
    // One paragraph, so that short prompts have both.
    [(text(get(docs, "description")) ?? "").trim(), settingOf(options)].join("\n").trim(),
    kindOf(meta),
    ...(page === null ? [messagesOf(get(meta, "messages")), pageOf(docs)] : [page.trim()]),
  ].filter((paragraph) => paragraph !== "");
  return paragraphs.length === 0 ? null : paragraphs.join("\n\n");
}

const longestOptions = 600;

/** Functions and patterns have no JSON. The file is not named: an agent that fixes another file would open it. */
function settingOf(options: readonly unknown[]): string {
  if (options.length === 0) return "";
  try {
    const shown = options.map((option) => JSON.stringify(option)).join(", ");
    return `The project sets it to: ${clip(shown, longestOptions)}`;
  } catch {
    return "";
  }
}

function kindOf(meta: unknown): string {
  const isDeprecated = get(meta, "deprecated") !== undefined && get(meta, "deprecated") !== false;
  const facts = [
    ...(text(get(meta, "fixable")) === null ? [] : ["ESLint fixes some of what it finds by itself"]),
    ...(get(meta, "hasSuggestions") === true ? ["it suggests changes to editors"] : []),
    ...(get(meta, "docs", "requiresTypeChecking") === true ? ["it looks at types"] : []),
    ...(isDeprecated ? ["it is deprecated"] : []),
  ].join("; ");
  return facts === "" ? "" : `${facts.charAt(0).toUpperCase()}${facts.slice(1)}.`;
}

const mostMessages = 30;

function messagesOf(value: unknown): string {
  const messages = Object.values(record(value) ?? {}).flatMap((message) =>
    typeof message === "string" ? [`- ${message.trim()}`] : [],
  );
  return messages.length === 0 ? "" : ["It may report:", ...messages.slice(0, mostMessages)].join("\n");
}

function pageOf(docs: unknown): string {
  const url = text(get(docs, "url")) ?? "";
  return /^https?:\/\/\S{1,300}$/.test(url) ? `Its page: ${url}` : "";
}

/** A stylelint rule has no description, only options and messages. */
export function stylelintText({ rule, setting }: { readonly rule: unknown; readonly setting: unknown }): string | null {
  const paragraphs = [
    settingOf(array(setting)),
    messagesOf(propertyOf(rule, "messages")),
    pageOf(propertyOf(rule, "meta")),
  ].filter((paragraph) => paragraph !== "");
  return paragraphs.length === 0 ? null : paragraphs.join("\n\n");
}

/** Rules of stylelint are functions with properties. */
function propertyOf(rule: unknown, name: "meta" | "messages"): unknown {
  return typeof rule === "function" && Object.hasOwn(rule, name)
    ? (rule as unknown as Record<string, unknown>)[name]
    : undefined;
}
