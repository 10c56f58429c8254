import { spend, spendText } from "../budget.ts";
import { fault } from "../fault.ts";
import { noValue } from "./given.ts";
import type { Run, Value } from "./value.ts";
import { isMissing, isThing, keyValue, none, sequence } from "./value.ts";

/** As Python's `str` gives it. */
export function textOf(value: Value, run: Run): string {
  return typeof value === "string" ? value : shown(value, run);
}

/** As Python's `repr` gives it. */
export function shown(value: Value, run: Run): string {
  spend(run.budget, 1);
  if (value === none) return "None";
  if (typeof value === "string") return quoted(value, run);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (isMissing(value)) throw noValue(value, run);
  if (isThing(value)) throw fault(`${value.what} can't be printed`);
  const text = container(value, run);
  spendText(run.budget, text.length);
  return text;
}

function container(value: Exclude<Value, string | number | boolean>, run: Run): string {
  if (value instanceof Map)
    return `{${[...value].map(([key, inner]) => `${shown(keyValue(key), run)}: ${nestedText(inner, run)}`).join(", ")}}`;
  if (Array.isArray(value)) return `[${value.map((item) => nestedText(item, run)).join(", ")}]`;
  const items = sequence(value);
  if (items === null) return "kind" in value && value.kind === "float" ? floatText(value.value) : "";
  return items.length === 1
    ? `(${nestedText(items[0] ?? none, run)},)`
    : `(${items.map((item) => nestedText(item, run)).join(", ")})`;
}

function nestedText(value: Value, run: Run): string {
  run.budget.depth++;
  // A list can be put into itself.
  if (run.budget.depth > 500) throw fault("a value is nested too deeply to be printed");
  const text = shown(value, run);
  run.budget.depth--;
  return text;
}

function quoted(text: string, run: Run): string {
  spendText(run.budget, text.length);
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll(/[\\'"\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (found) => {
    if (found === "'" || found === '"') return found === mark ? `\\${found}` : found;
    const short = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }[found];
    const code = found.codePointAt(0) ?? 0;
    if (short !== undefined) return short;
    if (code < 0x1_00) return `\\x${code.toString(16).padStart(2, "0")}`;
    return code < 0x1_00_00 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
  });
  return mark + escaped + mark;
}

/** The shortest digits that give the number again, as JavaScript finds them too, written as Python does. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0.0";
  const [digits = "", power = "0"] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) return `${digits}e${exponentText(exponent)}`;
  const text = exponent < 0 ? value.toFixed(digits.replace(/\D/g, "").length - 1 - exponent) : String(value);
  return text.includes(".") ? text : `${text}.0`;
}

export function exponentText(exponent: number): string {
  return `${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** Text by characters, as Python counts them: one beyond the basic plane is one, not two. */
export function characters(text: string): readonly string[] | string {
  return /[\uD800-\uDFFF]/.test(text) ? Array.from(text) : text;
}

export function cutText(text: string, from: number, to?: number): string {
  const parts = characters(text);
  return typeof parts === "string" ? parts.slice(from, to) : parts.slice(from, to).join("");
}
