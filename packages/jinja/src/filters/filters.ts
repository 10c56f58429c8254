import { fault } from "../fault.ts";
import { numberArgument } from "../values/arguments.ts";
import { rounded } from "../values/numbers.ts";
import { type Filter, type Value, float, isFloat, numeric, typeName, whole } from "../values/value.ts";
import { type Given, filter } from "./filter.ts";
import { listFilters } from "./list-filters.ts";
import { orderFilters } from "./order-filters.ts";
import { textFilters } from "./text-filters.ts";

const numberFilters: readonly (readonly [string, Filter])[] = [
  ["abs", filter("", (value) => alike(value, Math.abs(required(value))))],
  ["round", filter("precision method", roundedTo)],
  ["int", filter("default base", wholeOf)],
  ["float", filter("default", (value, [otherwise]) => floatOf(value, otherwise ?? float(0)))],
  ["filesizeformat", filter("binary", fileSize)],
];

function required(value: Value): number {
  const number = numeric(value);
  if (number === null) throw fault(`a number is needed, not ${typeName(value)}`);
  return number;
}

function alike(value: Value, result: number): Value {
  return isFloat(value) ? float(result) : whole(result);
}

function roundedTo(value: Value, [precision, method]: Given): Value {
  const number = required(value);
  const digits = numberArgument(precision, 0);
  const how = method ?? "common";
  if (how === "common") return alike(value, rounded(number, digits));
  if (how !== "ceil" && how !== "floor") throw fault('the method must be "common", "ceil" or "floor"');
  const unit = 10 ** digits;
  return float((how === "ceil" ? Math.ceil(number * unit) : Math.floor(number * unit)) / unit);
}

const wholes: ReadonlyMap<number, RegExp> = new Map([
  [2, /^([-+]?)(?:0b)?_?([01]+(?:_[01]+)*)$/i],
  [8, /^([-+]?)(?:0o)?_?([0-7]+(?:_[0-7]+)*)$/i],
  [10, /^([-+]?)(\d+(?:_\d+)*)$/],
  [16, /^([-+]?)(?:0x)?_?([\da-f]+(?:_[\da-f]+)*)$/i],
]);

// As many digits as Python reads; to look through a longer text is not paid for.
const longestNumber = 4_300;

function wholeOf(value: Value, [otherwise, base]: Given): Value {
  if (typeof value !== "string") {
    const number = numeric(value);
    return number === null || !Number.isFinite(number) ? (otherwise ?? 0) : whole(Math.trunc(number));
  }
  const radix = numberArgument(base, 10);
  if (value.length > longestNumber) return otherwise ?? 0;
  const [, sign = "", digits] = wholes.get(radix)?.exec(value.trim()) ?? [];
  if (digits !== undefined) return whole((sign === "-" ? -1 : 1) * parseInt(digits.replaceAll("_", ""), radix));
  const number = decimal(value);
  return number === null || !Number.isFinite(number) ? (otherwise ?? 0) : whole(Math.trunc(number));
}

function floatOf(value: Value, otherwise: Value): Value {
  const number = typeof value === "string" ? decimal(value) : numeric(value);
  return number === null ? otherwise : float(number);
}

function decimal(text: string): number | null {
  if (text.length > longestNumber) return null;
  const clean = text.trim().toLowerCase();
  if (/^[-+]?(?:inf|infinity)$/.test(clean)) return clean.startsWith("-") ? -Infinity : Infinity;
  if (/^[-+]?nan$/.test(clean)) return NaN;
  return /^[-+]?(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:e[-+]?\d+)?$/.test(clean)
    ? Number(clean.replaceAll("_", ""))
    : null;
}

function fileSize(value: Value, [binary]: Given): string {
  const bytes = typeof value === "string" ? (decimal(value) ?? 0) : required(value);
  const isBinary = binary === true;
  const base = isBinary ? 1024 : 1000;
  if (bytes === 1) return "1 Byte";
  if (bytes < base) return `${Math.trunc(bytes)} Bytes`;
  const power = Math.min(8, Math.floor(Math.log(bytes) / Math.log(base) + 1e-12));
  return `${(bytes / base ** power).toFixed(1)} ${"kMGTPEZY".charAt(power - 1).replace("k", isBinary ? "K" : "k")}${isBinary ? "iB" : "B"}`;
}

export const filters: ReadonlyMap<string, Filter> = new Map([
  ...textFilters,
  ...numberFilters,
  ...listFilters,
  ...orderFilters,
]);

export function filterNamed(name: string): Filter {
  const filter = filters.get(name);
  if (filter === undefined) throw fault(`unknown filter: filter ${name} is unknown`);
  return filter;
}
