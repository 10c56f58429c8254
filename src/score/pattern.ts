import { RE2JS } from "re2js";
import { messageOf } from "../base/error.ts";
import { patternWeight } from "./pattern-weight.ts";
import type { Meaning } from "./source/shape.ts";

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
