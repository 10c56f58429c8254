import { placeOf } from "./place.ts";
import { advice, programAt } from "./program.ts";
import { assignment, literal, valueMark } from "./word.ts";
import type { Word } from "./word.ts";

/** Where values go by way of the shell's own variables, as far as the text shows it. */
export interface Flow {
  readonly stored: { readonly name: string; readonly text: string }[];
  /** Texts that are run: their expansions must not hold a value. */
  readonly run: string[];
  /** Texts that are calculated with, where a bare name is one of a variable. */
  readonly sums: string[];
  /** What stands in `${…}`. */
  readonly parameters: string[];
}

export function newFlow(): Flow {
  return { stored: [], run: [], sums: [], parameters: [] };
}

const declaring = new Set(["declare", "typeset", "local", "export", "readonly"]);
/** Stands for `$1` and the like. */
const positional = "@";

/** Takes down what a command stores, and which of its words are run. */
export function noteCommand(flow: Flow, words: readonly Word[], hasText: boolean): void {
  const start = programAt(words);
  for (const word of words.slice(0, start)) store(flow, word);
  const own = words.slice(start);
  const name = literal(own[0]) ?? "";
  const rest = own.slice(1);
  const text = (): string => rest.map((word) => word.text).join(" ");
  if (name === "for" || name === "select") flow.stored.push({ name: rest[0]?.text ?? "", text: text() });
  else if (name === "set") flow.stored.push({ name: positional, text: text() });
  else if (name === "read" || name === "mapfile" || name === "readarray") {
    if (hasText) for (const word of rest) flow.stored.push({ name: word.text, text: valueMark });
  } else if (declaring.has(name)) {
    for (const word of rest) store(flow, word);
    if (rest.some((word) => /^-\w*i/.test(word.text))) flow.sums.push(text());
  } else if (name === "let") flow.sums.push(text());
  for (const [index, word] of own.entries()) {
    if (
      word.hasExpansion &&
      !["case", "for", "select", "[[", "[", "test"].includes(name) &&
      placeOf(own, { index, prefix: "", value: "x y" }) !== "data"
    )
      flow.run.push(word.text);
  }
}

function store(flow: Flow, word: Word): void {
  const name = assignment.exec(word.text)?.[1];
  if (name !== undefined) flow.stored.push({ name, text: word.text });
}

/** Why a value that was stored is run or calculated with later; `null`: nothing shows that it is. */
export function flowFault({ stored, run, sums, parameters }: Flow): string | null {
  const names = new Set<string>();
  for (let before = -1; before < names.size; ) {
    before = names.size;
    for (const { name, text } of stored) if (text.includes(valueMark) || mentions(text, names)) names.add(name);
  }
  if (names.size === 0) return null;
  if (run.some((text) => mentions(text, names))) return `a variable that holds a value must not be run; ${advice}`;
  const indexes = parameters.map((text) =>
    text.startsWith("!") ? text : (/^\w+(?:\[(.*)\]|:(?![-=+?])(.*))/s.exec(text)?.slice(1).join(" ") ?? ""),
  );
  const isSummed = [...sums, ...indexes].some((text) =>
    [...names].some((name) => new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`).test(text)),
  );
  return isSummed
    ? `the shell must not calculate with a variable that holds a value: what it calculates can run commands; ${advice}`
    : null;
}

function mentions(text: string, names: ReadonlySet<string>): boolean {
  return [...names].some((name) =>
    name === positional ? /\$\{?[@*\d]/.test(text) : new RegExp(`\\$\\{?[!#]?${escaped(name)}(?!\\w)`).test(text),
  );
}

function escaped(name: string): string {
  return name.replaceAll(/\W/g, String.raw`\$&`);
}
