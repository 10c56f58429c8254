import { balanced, fenced } from "../prompt/quote.ts";
import type { Advice, AdviceBook, ToolAdvice } from "./advice.ts";

/** Longer texts of a project's are cut: a prompt has more to say. */
const longestAdvice = 8_000;

/**
 * Advice for a code of a tool, or for the tool in general (`code`: `null`), as Markdown; `null`: there is none. The
 * project's own overrides the shipped one.
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
 * Where a project's own advice lies below `.tutti/advice`: `<tool>.md` for all of a tool, else `<tool>/<code>.md`. In
 * both names a slash is written `__`, and what is no letter, digit or one of `.@_-` is written `_`:
 * `eslint/@typescript-eslint__no-unused-vars.md`.
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

/**
 * A rule of a plugin that stands in for one of the core has its advice: `@typescript-eslint/no-shadow`,
 * `eslint(no-shadow)`.
 */
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
