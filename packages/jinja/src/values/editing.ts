import { spend, spendItems, spendSearch, spendText } from "../budget.ts";
import { fault } from "../fault.ts";
import { requiredText } from "./arguments.ts";
import { characters, cutText } from "./text.ts";
import { none } from "./value.ts";
import type { Run, Value } from "./value.ts";

/** Text that is looked at letter by letter, which costs far more than what is done to the whole. */
export function byLetters(text: string, run: Run): string {
  spend(run.budget, Math.ceil(text.length / 4));
  return text;
}

export function capitalized(text: string): string {
  return cutText(text, 0, 1).toUpperCase() + cutText(text, 1).toLowerCase();
}

/** Which ends of a text lose their blanks, or other characters. */
export type Ends = "start" | "end" | "both";

export function stripped(
  text: string,
  what: { readonly ends: Ends; readonly chars: Value | undefined },
  run: Run,
): string {
  const { ends, chars } = what;
  if (chars === undefined || chars === none)
    return ends === "start" ? text.trimStart() : ends === "end" ? text.trimEnd() : text.trim();
  const unwanted = new Set(requiredText(chars));
  const parts = Array.from(text);
  spend(run.budget, parts.length);
  const from = ends === "end" ? 0 : parts.findIndex((part) => !unwanted.has(part));
  const to = ends === "start" ? parts.length - 1 : parts.findLastIndex((part) => !unwanted.has(part));
  return from === -1 ? "" : parts.slice(from, to + 1).join("");
}

/** `most`: how often it is split; negative: wherever it can be. */
export function split(
  text: string,
  how: { readonly separator: Value | undefined; readonly most: number },
  run: Run,
): string[] {
  const { separator, most } = how;
  const isByBlanks = separator === undefined || separator === none;
  const by = isByBlanks ? "" : requiredText(separator);
  if (!isByBlanks && by === "") throw fault("a text can't be split at nothing");
  spendSearch(run.budget, text, by);
  const parts = isByBlanks ? text.trim().split(/\s+/) : text.split(by);
  spendItems(run.budget, parts.length);
  if (isByBlanks && parts[0] === "") return [];
  if (most < 0 || parts.length <= most + 1) return parts;
  if (!isByBlanks) return [...parts.slice(0, most), parts.slice(most).join(by)];
  const word = /\S+/g;
  for (let taken = 0; taken < most; taken++) word.exec(text);
  return [...parts.slice(0, most), text.slice(word.lastIndex).trimStart()];
}

export function splitFromEnd(
  text: string,
  how: { readonly separator: Value | undefined; readonly most: number },
  run: Run,
): string[] {
  const parts = split(text, { ...how, most: -1 }, run);
  if (how.most < 0 || parts.length <= how.most + 1) return parts;
  const by = typeof how.separator === "string" ? how.separator : " ";
  const at = parts.length - how.most;
  return [parts.slice(0, at).join(by), ...parts.slice(at)];
}

export function lines(text: string, run: Run): string[] {
  const parts = text.split(/\r\n|[\n\r\v\f\u001C-\u001E\u0085\u2028\u2029]/);
  if (parts.at(-1) === "") parts.pop();
  spendItems(run.budget, parts.length);
  return parts;
}

export function joined(by: string, parts: readonly string[], run: Run): string {
  const length = parts.reduce((sum, part) => sum + part.length + by.length, 0);
  spendText(run.budget, length);
  return parts.join(by);
}

export function occurrences(text: string, part: string, run: Run): number {
  if (part === "") return characters(text).length + 1;
  spendSearch(run.budget, text, part);
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++;
  spend(run.budget, count);
  return count;
}

export function replaced(
  text: string,
  how: { readonly from: string; readonly to: string; readonly most: number },
  run: Run,
): string {
  const { from, to, most } = how;
  const count = Math.min(occurrences(text, from, run), most < 0 ? Infinity : most);
  // Known before it is made: a short text can become a very long one.
  spendText(run.budget, text.length + count * Math.max(0, to.length - from.length));
  if (most < 0) return text.replaceAll(from, () => to);
  const parts = text.split(from);
  const kept = parts.slice(count + 1).map((part) => from + part);
  return parts.slice(0, count + 1).join(to) + kept.join("");
}

export function centered(text: string, width: number, run: Run): string {
  spendText(run.budget, width);
  const blanks = Math.max(0, width - characters(text).length);
  // Python puts the odd blank to the left when the width is odd too.
  const left = Math.floor(blanks / 2) + (blanks % 2 === 1 && width % 2 === 1 ? 1 : 0);
  return " ".repeat(left) + text + " ".repeat(blanks - left);
}
