import { z } from "zod";
import { balanced, fenced } from "../prompt/quote.ts";

const text = z.string().min(1);

const advice = z.strictObject({ means: text, fix: text, avoid: text, before: text, after: text });

export const toolAdvice = z.strictObject({
  tools: z.array(text).min(1),
  language: text,
  general: text,
  codes: z.record(text, advice).default({}),
  /** Code → the code whose advice it shares; `tool:code` is one of another tool. */
  same: z.record(text, text).default({}),
});

type Advice = z.infer<typeof advice>;
type ToolAdvice = z.infer<typeof toolAdvice>;

export interface AdviceBook {
  /** Files below `.tutti/advice`, by path. */
  readonly own: ReadonlyMap<string, string>;
  readonly shipped: ReadonlyMap<string, ToolAdvice>;
}

const longestAdvice = 8_000;

/**
 * Advice about a code, or about the tool (`code`: `null`), as Markdown. The project's own overrides the shipped one.
 */
export function adviceFor(tool: string, code: string | null, book: AdviceBook): string | null {
  const own = book.own.get(adviceFile(tool, code));
  if (own !== undefined) return own.trim() === "" ? null : balanced(own.slice(0, longestAdvice).trim());
  const shipped = book.shipped.get(tool);
  if (shipped === undefined) return null;
  if (code === null) return shipped.general;
  const found = shippedFor(shipped, code, book.shipped);
  return found === null ? null : textOf(found.advice, found.language);
}

/**
 * The path below `.tutti/advice`: `<tool>.md`, or `<tool>/<code>.md`. In names, `/` becomes `__` and any other special
 * character `_`: `eslint/@typescript-eslint__no-unused-vars.md`.
 */
export function adviceFile(tool: string, code: string | null): string {
  return code === null ? `${fileName(tool)}.md` : `${fileName(tool)}/${fileName(code)}.md`;
}

function fileName(name: string): string {
  return name.replaceAll("/", "__").replaceAll(/[^\w.@-]/g, "_");
}

interface Found {
  readonly advice: Advice;
  readonly language: string;
}

function shippedFor(tool: ToolAdvice, code: string, all: AdviceBook["shipped"]): Found | null {
  for (const name of namesOf(code)) {
    if (Object.hasOwn(tool.codes, name)) return found(tool, name);
    const same = Object.hasOwn(tool.same, name) ? (tool.same[name] ?? "") : "";
    const [, other, rest] = /^([\w-]+):(.+)$/.exec(same) ?? [];
    const there = other === undefined ? undefined : all.get(other);
    if (there !== undefined && rest !== undefined && Object.hasOwn(there.codes, rest)) return found(there, rest);
    if (Object.hasOwn(tool.codes, same)) return found(tool, same);
  }
  return null;
}

function found({ codes, language }: ToolAdvice, name: string): Found | null {
  const advice = codes[name];
  return advice === undefined ? null : { advice, language };
}

/** A plugin's rule that replaces a core rule has the advice of the core rule. */
function namesOf(code: string): readonly string[] {
  const [, inBrackets] = /^[\w@-]+\(([\w/-]+)\)$/.exec(code) ?? [];
  const [, ofPlugin] = /^@typescript-eslint\/([\w-]+)$/.exec(code) ?? [];
  return [code, inBrackets, ofPlugin].filter((name) => name !== undefined);
}

function textOf({ means, fix, avoid, before, after }: Advice, language: string): string {
  return [
    `**What it means.** ${means}`,
    `**How to fix it.** ${fix}`,
    `**What not to do.** ${avoid}`,
    `Before:\n${fenced(before, language)}`,
    `After:\n${fenced(after, language)}`,
  ].join("\n\n");
}
