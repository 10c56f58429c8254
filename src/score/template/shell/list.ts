import { listFlowFault } from "./analyse.ts";
import { judgeCommand } from "./judge.ts";
import { valueMark, wholeNumber } from "./word.ts";
import type { Use, Word } from "./word.ts";

/** What is filled in: a template, with whatever stands between its marks. */
const filling = /\{[{%][^]*[}%]\}/;

/**
 * Why a program that is given as a list may run what was filled in; `null`: it stays an argument. Which program it is
 * may be filled in here: no shell reads the list.
 */
export function listFault(templates: readonly string[], filled: readonly string[]): string | null {
  const uses: Use[] = [];
  const words = templates.map((template, index): Word => {
    const value = filled[index] ?? "";
    const found = index === 0 ? null : filling.exec(template);
    if (found === null || wholeNumber.test(value)) return { text: value, hasExpansion: false };
    const prefix = template.slice(0, found.index);
    uses.push({ index, prefix, value: value.slice(prefix.length), place: "word", isNested: false });
    return { text: `${prefix}${valueMark}`, hasExpansion: false };
  });
  if (uses.length === 0) return null;
  const inner = (): string => "a list is filled in as a whole";
  const hasDash = uses.some(({ value }) => value.startsWith("-"));
  return judgeCommand(words, { uses, isPiped: false, hasText: true, inner }) ?? listFlowFault(words, hasDash);
}
