import { spendSearch, spendText } from "../budget.ts";
import { fault } from "../fault.ts";
import { numberArgument, requiredText, textArgument } from "./arguments.ts";
import { itemsOf } from "./comparison.ts";
import {
  byLetters,
  capitalized,
  centered,
  joined,
  lines,
  occurrences,
  replaced,
  split,
  splitFromEnd,
  stripped,
} from "./editing.ts";
import { formatBraces } from "./format-braces.ts";
import { bound } from "./given.ts";
import { characters } from "./text.ts";
import { none, sequence, tuple } from "./value.ts";
import type { Args, Run, Value } from "./value.ts";

type TextMethod = (text: string, args: Args, run: Run) => Value;
type Call = (text: string, given: readonly (Value | undefined)[], run: Run) => Value;

const changes: readonly (readonly [string, TextMethod])[] = [
  ["upper", method("", (text) => text.toUpperCase())],
  ["lower", method("", (text) => text.toLowerCase())],
  ["casefold", method("", (text) => text.toLowerCase())],
  ["title", method("", (text, _, run) => byLetters(text, run).replaceAll(/\p{L}+/gu, capitalized))],
  ["capitalize", method("", capitalized)],
  ["swapcase", method("", (text, _, run) => byLetters(text, run).replaceAll(/\p{L}/gu, swapped))],
  ["strip", method("chars", (text, [chars], run) => stripped(text, { ends: "both", chars }, run))],
  ["lstrip", method("chars", (text, [chars], run) => stripped(text, { ends: "start", chars }, run))],
  ["rstrip", method("chars", (text, [chars], run) => stripped(text, { ends: "end", chars }, run))],
  [
    "removeprefix",
    method("prefix", (text, [prefix]) =>
      text.startsWith(requiredText(prefix)) ? text.slice(requiredText(prefix).length) : text,
    ),
  ],
  [
    "removesuffix",
    method("suffix", (text, [suffix]) =>
      text.endsWith(requiredText(suffix)) ? text.slice(0, text.length - requiredText(suffix).length) : text,
    ),
  ],
  [
    "replace",
    method("old new count", (text, [from, to, most], run) =>
      replaced(text, { from: requiredText(from), to: requiredText(to), most: numberArgument(most, -1) }, run),
    ),
  ],
  ["center", method("width", (text, [width], run) => centered(text, numberArgument(width, 0), run))],
  [
    "ljust",
    method("width fill", (text, [width, fill], run) => text.padEnd(roomFor(width, run), textArgument(fill, " ", run))),
  ],
  [
    "rjust",
    method("width fill", (text, [width, fill], run) =>
      text.padStart(roomFor(width, run), textArgument(fill, " ", run)),
    ),
  ],
  ["zfill", method("width", (text, [width], run) => filledWithZeros(text, roomFor(width, run)))],
  ["format", (text, args, run) => formatBraces(text, args, run)],
];

const parts: readonly (readonly [string, TextMethod])[] = [
  [
    "split",
    method("sep maxsplit", (text, [separator, most], run) =>
      split(text, { separator, most: numberArgument(most, -1) }, run),
    ),
  ],
  [
    "rsplit",
    method("sep maxsplit", (text, [separator, most], run) =>
      splitFromEnd(text, { separator, most: numberArgument(most, -1) }, run),
    ),
  ],
  ["splitlines", method("", (text, _, run) => lines(text, run))],
  [
    "partition",
    method(
      "sep",
      (text, [separator], run) =>
        parted(text, requiredText(separator), firstOf(text, separator, run)) ?? tuple([text, "", ""]),
    ),
  ],
  [
    "rpartition",
    method(
      "sep",
      (text, [separator], run) =>
        parted(text, requiredText(separator), lastOf(text, separator, run)) ?? tuple(["", "", text]),
    ),
  ],
  [
    "join",
    method("items", (text, [items], run) =>
      joined(
        text,
        itemsOf(items ?? none, run).map((item) => requiredText(item)),
        run,
      ),
    ),
  ],
  ["find", method("sub", (text, [sub], run) => place(text, firstOf(text, sub, run)))],
  ["rfind", method("sub", (text, [sub], run) => place(text, lastOf(text, sub, run)))],
  ["index", method("sub", (text, [sub], run) => present(place(text, firstOf(text, sub, run))))],
  ["count", method("sub", (text, [sub], run) => occurrences(text, requiredText(sub), run))],
];

const questions: readonly (readonly [string, TextMethod])[] = [
  ["startswith", method("prefix", (text, [prefix]) => choices(prefix).some((choice) => text.startsWith(choice)))],
  ["endswith", method("suffix", (text, [suffix]) => choices(suffix).some((choice) => text.endsWith(choice)))],
  ["isdigit", method("", (text) => /^\p{Nd}+$/u.test(text))],
  ["isnumeric", method("", (text) => /^\p{N}+$/u.test(text))],
  ["isdecimal", method("", (text) => /^\p{Nd}+$/u.test(text))],
  ["isalpha", method("", (text) => /^\p{L}+$/u.test(text))],
  ["isalnum", method("", (text) => /^[\p{L}\p{N}]+$/u.test(text))],
  ["isspace", method("", (text) => /^\s+$/.test(text))],
  ["isupper", method("", (text) => text === text.toUpperCase() && text !== text.toLowerCase())],
  ["islower", method("", (text) => text === text.toLowerCase() && text !== text.toUpperCase())],
];

/** Python's methods of a text; those that templates have a use for. */
export const textMethods: ReadonlyMap<string, TextMethod> = new Map([...changes, ...parts, ...questions]);

function method(names: string, call: Call): TextMethod {
  return (text, args, run) => {
    spendText(run.budget, text.length);
    return call(text, bound(names, args), run);
  };
}

function swapped(letter: string): string {
  return letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
}

function roomFor(width: Value | undefined, run: Run): number {
  const length = numberArgument(width, 0);
  spendText(run.budget, length);
  return length;
}

function filledWithZeros(text: string, width: number): string {
  const sign = /^[-+]/.exec(text)?.[0] ?? "";
  return sign + text.slice(sign.length).padStart(width - sign.length, "0");
}

function parted(text: string, by: string, at: number): Value | undefined {
  return at === -1 ? undefined : tuple([text.slice(0, at), by, text.slice(at + by.length)]);
}

function firstOf(text: string, part: Value | undefined, run: Run): number {
  spendSearch(run.budget, text, requiredText(part));
  return text.indexOf(requiredText(part));
}

function lastOf(text: string, part: Value | undefined, run: Run): number {
  spendSearch(run.budget, text, requiredText(part));
  return text.lastIndexOf(requiredText(part));
}

/** Characters before an offset. */
function place(text: string, at: number): number {
  return at <= 0 ? at : characters(text.slice(0, at)).length;
}

function present(at: number): number {
  if (at === -1) throw fault("the text is not there");
  return at;
}

function choices(value: Value | undefined): readonly string[] {
  return typeof value === "string"
    ? [value]
    : (sequence(value ?? none) ?? [none]).map((choice) => requiredText(choice));
}
