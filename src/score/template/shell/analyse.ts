import { flowFault, newFlow, noteCommand } from "./flow.ts";
import { judgeCommand } from "./judge.ts";
import { quoteHere } from "./quote.ts";
import { endText, newShellReader, readShell } from "./reader.ts";
import type { ShellReader } from "./state.ts";
import { type Use, type Word, valueMark, wholeNumber } from "./word.ts";

/** Reads a shell's text, and the texts of other shells inside it. */
export function readerOfText(): ShellReader {
  return newShellReader(innerFault);
}

/** Nothing more comes. Why the text may run one of its values; `null`: each of them is shown to be data. */
export function faultOf(reader: ShellReader): string | null {
  endText(reader);
  return reader.fault ?? flowFault(reader.flow, reader.hasText, followed);
}

/** A text that gets values by its parameters and variables. Those that stand in it were judged before. */
function followed(text: string, names: ReadonlySet<string>, hasDash: boolean): string | null {
  const reader = newShellReader(innerFault, newFlow(names));
  reader.hasText = true;
  reader.flow.hasDash = hasDash;
  readShell(reader, text.replaceAll(valueMark, "x"));
  return faultOf(reader);
}

/** Of a program that is given as a list: where its values go from there. */
function listFlowFault(words: readonly Word[], hasDash: boolean): string | null {
  const flow = newFlow();
  flow.hasDash = hasDash;
  noteCommand(flow, words, { hasText: true, isPiped: false });
  return flowFault(flow, true, followed);
}

function innerFault(text: string, value: string): string | null {
  const reader = readerOfText();
  for (const [index, part] of text.split(valueMark).entries()) {
    const quoted = index === 0 ? null : quoteHere(reader, "V", value);
    if (quoted?.kind === "wrong") return quoted.why;
    readShell(reader, part);
  }
  return faultOf(reader);
}

/** A template in the text, with its marks. */
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
