import { enter, leave, spendText } from "../budget.ts";
import { compare } from "./comparison.ts";
import { fault } from "../fault.ts";
import { noValue } from "./given.ts";
import {
  type Key,
  type Run,
  type Value,
  isFloat,
  isMissing,
  keyText,
  keyValue,
  none,
  sequence,
  typeName,
} from "./value.ts";
import { floatText } from "./text.ts";

/**
 * JSON as Python's encoder writes it for Jinja: keys in order, everything beyond ASCII escaped, and what is special in
 * HTML too.
 */
export function jsonText(value: Value, indent: number | null, run: Run): string {
  const text = encoded(value, { indent, margin: "\n" }, run);
  return text.replaceAll(/[<>&']/g, unicodeEscape);
}

interface Layout {
  readonly indent: number | null;
  /** The line break before what stands at this depth. */
  readonly margin: string;
}

function encoded(value: Value, layout: Layout, run: Run): string {
  enter(run.budget);
  const text = encodedOne(value, layout, run);
  leave(run.budget);
  spendText(run.budget, text.length);
  return text;
}

function encodedOne(value: Value, layout: Layout, run: Run): string {
  if (isMissing(value)) throw noValue(value, run);
  if (typeof value === "string") return quoted(value);
  if (value === none) return "null";
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  if (isFloat(value)) return floatText(value.value).replace("inf", "Infinity").replace("nan", "NaN");
  const inner = { ...layout, margin: layout.margin + " ".repeat(Math.min(layout.indent ?? 0, 100)) };
  if (value instanceof Map) {
    const pairs = [...value].sort(([one], [other]) => compareKeys(one, other, run));
    return bracketed(
      "{}",
      pairs.map(([key, item]) => `${quoted(jsonKey(key))}: ${encoded(item, inner, run)}`),
      { ...layout, inside: inner.margin },
    );
  }
  const items = sequence(value);
  if (items === null) throw fault(`${typeName(value)} can't be written as JSON`);
  return bracketed(
    "[]",
    items.map((item) => encoded(item, inner, run)),
    { ...layout, inside: inner.margin },
  );
}

function compareKeys(one: Key, other: Key, run: Run): number {
  return compare(keyValue(one), keyValue(other), run);
}

function jsonKey(key: Key): string {
  return key === none ? "null" : keyText(key);
}

function bracketed(
  brackets: string,
  parts: readonly string[],
  { indent, margin, inside }: Layout & { readonly inside: string },
): string {
  const [open = "", close = ""] = brackets;
  if (parts.length === 0) return brackets;
  return indent === null ? open + parts.join(", ") + close : open + inside + parts.join(`,${inside}`) + margin + close;
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/[\u007F-\uFFFF]/g, (found) =>
    found === "\u007F" ? found : unicodeEscape(found),
  );
}

function unicodeEscape(found: string): string {
  return `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
