import type { Place, Spot } from "../spot.ts";
import { literal } from "../word.ts";
import type { Word } from "../word.ts";

/** Python reads no options behind its code, its module or its script. */
export function pythonPlace(words: readonly Word[], { index }: Spot): Place {
  let at = 1;
  for (; at < words.length; at++) {
    const word = literal(words[at]);
    if (word === null) break;
    if (/^-[a-zA-Z]*[cm]$/.test(word)) return index > at + 1 ? "data" : "code";
    if (/^-[WX]$/.test(word)) at++;
    else if (word === "-" || !word.startsWith("-")) break;
  }
  return index > at ? "data" : "code";
}

/** Options whose next word, or the rest of whose own, is code. */
const codeOptions: Readonly<Record<string, RegExp>> = {
  node: /^(?:-\w*[ep]|--eval|--print)$/,
  deno: /^eval$/,
  bun: /^(?:-e|--eval)$/,
  perl: /^-\w*[eE]$/,
  ruby: /^-\w*e$/,
  php: /^-r$/,
  lua: /^-e$/,
  Rscript: /^-e$/,
  sed: /^(?:-\w*[ef]|--expression|--file)$/,
  gsed: /^(?:-\w*[ef]|--expression|--file)$/,
};
const awkOptions = /^(?:-f|--file|-e|--source)$/;

/**
 * These read options up to their first argument, some of them also behind it: what begins with `-` is never data,
 * unless `--` stands before.
 */
export function interpreterPlace(name: string, words: readonly Word[], { index, prefix, value }: Spot): Place {
  const isAwk = name.endsWith("awk");
  const options = codeOptions[name] ?? awkOptions;
  const before = words.slice(1, index);
  const last = literal(before.at(-1)) ?? "";
  if (isAwk && /^-\w*[vF]$/.test(last)) return last.endsWith("F") || /^\w+=/.test(prefix) ? "data" : "code";
  if (/^-./.test(last) && last !== "--")
    return takesNoWord(name, last) && hasProgram(before, options) ? plain(prefix + value) : "code";
  if (!hasProgram(before, options)) return "code";
  return before.some((word) => literal(word) === "--") ? "data" : plain(prefix + value);
}

function plain(word: string): Place {
  return word.startsWith("-") ? "code" : "data";
}

function takesNoWord(name: string, option: string): boolean {
  return /sed$/.test(name) && /^-[nErszu]+$/.test(option);
}

/** Whether code or a script was given before: behind an option for it, or as the first word that is none. */
function hasProgram(words: readonly Word[], options: RegExp): boolean {
  return words.some((word, at) => {
    const text = literal(word);
    if (text === null) return false;
    const previous = literal(words[at - 1]) ?? "";
    if (options.test(previous)) return true;
    return !text.startsWith("-") && !/^-\w*[vFf]$/.test(previous) && !options.test(text);
  });
}
