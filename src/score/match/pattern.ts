import { RE2JS } from "re2js";
import { messageOf } from "../../base/error.ts";
import type { Meaning } from "../source/shape.ts";

// Most rules have the same pattern for all sheets, and compiling takes far longer than finding it here.
const maxKnown = 1_000;
const known = new Map<string, Meaning<string>>();

/** A regular expression that can be matched in linear time, as it was written. */
export function pattern(written: string): Meaning<string> {
  const before = known.get(written);
  if (before !== undefined) return before;
  if (known.size >= maxKnown) known.clear();
  const meant = compiled(written);
  known.set(written, meant);
  return meant;
}

// Compiling this much takes a tenth of a second.
const maxWeight = 20_000;

function compiled(written: string): Meaning<string> {
  if (patternWeight(written) > maxWeight) return { kind: "wrong", why: "is too large for a regular expression" };
  try {
    RE2JS.compile(written, RE2JS.MULTILINE);
    return { kind: "means", value: written };
  } catch (error) {
    const why = messageOf(error).replace(/^error parsing regexp: /, "");
    return {
      kind: "wrong",
      why: `is not a regular expression in RE2 syntax (no look-around, no back references): ${why}`,
    };
  }
}

/**
 * About how many parts the program has that a regular expression is compiled to: a repetition represents as many copies
 * of what it repeats. Compiling takes time and memory in proportion, so that a hundred characters can take minutes.
 */
export function patternWeight(written: string): number {
  const reading: Reading = { sums: [0], last: 0 };
  for (const [part, repetition] of written.matchAll(parts)) {
    if (repetition === undefined) add(reading, part);
    else repeat(reading, repetition);
  }
  return reading.sums.reduce((sum, inner) => sum + inner, 0);
}

// The units of a pattern: a quotation, a class of Unicode or of bytes, an escaped sign, a class in brackets, a
// repetition, any other sign.
const parts =
  /\\Q[^]*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\[^]|\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|\{(\d{1,9}(?:,\d{0,9})?)\}|[^]/g;

interface Reading {
  /** Of the groups that are open, from the outermost. */
  readonly sums: number[];
  /** The part that a repetition would repeat. */
  last: number;
}

function add(reading: Reading, part: string): void {
  const { sums } = reading;
  if (part === "(") {
    sums.push(1);
    return;
  }
  // A closing bracket too many is for the parser to tell.
  reading.last = part === ")" && sums.length > 1 ? (sums.pop() ?? 0) + 1 : weightOf(part);
  sums[sums.length - 1] = (sums.at(-1) ?? 0) + reading.last;
}

function weightOf(part: string): number {
  if (part.startsWith(String.raw`\Q`)) return part.length;
  // Tables of Unicode have hundreds of ranges.
  return /\\[pP]/.test(part) ? 50 : 1;
}

function repeat(reading: Reading, repetition: string): void {
  const { sums } = reading;
  const times = Math.max(1, ...repetition.split(",").map(Number));
  sums[sums.length - 1] = (sums.at(-1) ?? 0) + reading.last * (times - 1);
  reading.last *= times;
}
