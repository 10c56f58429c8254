import { stringify } from "yaml";
import type { Chance } from "../seed.ts";
import { chanceFrom } from "../seed.ts";
import type { BadCase } from "./bad-case.ts";
import { odd } from "./bad-case.ts";
import { wholeMozart } from "./whole-mozart.ts";
import { besideWhole, wholeNative } from "./whole-scores.ts";
import { pathsIn, replaced } from "./wrong-types.ts";

/** A right score with a few things wrong in it, as chance will have it: in what it says, and in how that is written. */
export function mutation(seed: number): BadCase {
  const chance = chanceFrom(seed);
  const whole = chance.pick<object>([wholeNative, wholeMozart]);
  let value: unknown = whole;
  for (let left = chance.whole(3); left > 0; left--) value = changed(value, chance);
  let text = chance.whole(2) === 0 ? stringify(value) : JSON.stringify(value, undefined, 1);
  for (let left = chance.whole(4); left > 0; left--) text = damaged(text, chance);
  return odd(`mutation ${seed}`, text, besideWhole);
}

const values = [
  null,
  false,
  0,
  -5,
  3.5,
  10 ** 18,
  "",
  "..",
  "{{",
  "{% if %}",
  "x\0y",
  "\n",
  "(((",
  [],
  {},
  [[[]]],
  { id: { id: {} } },
  "*",
  "&a",
  "!!x",
] as const;

/** One value replaced, taken out, doubled or put under another key. */
function changed(whole: unknown, chance: Chance): unknown {
  const paths = pathsIn(whole);
  const path = paths[chance.whole(paths.length)] ?? [];
  const other = paths[chance.whole(paths.length)] ?? [];
  const way = chance.whole(4);
  if (way === 0) return replaced(whole, path, values[chance.whole(values.length)]);
  if (way === 1) return replaced(whole, path, undefined);
  if (way === 2) return replaced(whole, path, valueAt(whole, other));
  return replaced(whole, [...path.slice(0, -1), `${String(path.at(-1))}s`], valueAt(whole, path));
}

function valueAt(whole: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown>)[step], whole);
}

const shreds = [
  "{",
  "}",
  "[",
  "]",
  ":",
  ": ",
  "- ",
  "\t",
  "\n",
  "\0",
  '"',
  "'",
  "#",
  "&a ",
  "*a",
  "!!",
  "%",
  "{{",
  "}}",
  "{%",
  "|",
  ">",
  "\\",
  "\r",
  "\u{feff}",
  "\u2028",
  "😀",
  "---\n",
  "? ",
] as const;

/** Some characters put in, taken out, or doubled. */
function damaged(text: string, chance: Chance): string {
  const at = chance.whole(text.length + 1);
  const to = at + chance.whole(20);
  const way = chance.whole(3);
  if (way === 0) return text.slice(0, at) + chance.pick(shreds) + text.slice(at);
  return way === 1 ? text.slice(0, at) + text.slice(to) : text.slice(0, to) + text.slice(at, to) + text.slice(to);
}
