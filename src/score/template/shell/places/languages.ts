import { type Place, type Spot, type Word, baseOf, literal, valueMark } from "../word.ts";

const interpreters = new Set("node deno bun perl ruby php lua Rscript tclsh awk gawk mawk nawk sed gsed".split(" "));

export function isLanguage(name: string): boolean {
  return isPython(name) || interpreters.has(name);
}

function isPython(name: string): boolean {
  return /^(?:python|pypy)[\d.]*$/.test(name);
}

/** An argument is data, unless the code that gets it runs what it is given. */
export function languagePlace(name: string, words: readonly Word[], spot: Spot): Place {
  const place = isPython(name) ? pythonPlace(words, spot) : interpreterPlace(name, words, spot);
  return place === "data" && runsText(words) ? "code" : place;
}

/** Calls that run a text, by language. */
const running: Readonly<Record<"python" | "script" | "awk" | "sed" | "other", RegExp>> = {
  python: /\b(?:eval|exec[vl]?\w*|system|popen\w*|spawn\w*|subprocess|pty|__import__|importlib|runpy)\b/i,
  script:
    /\b(?:eval|Function|child_process|spawn\w*|exec(?:File)?Sync|execFile|vm|Command)\b|\b(?:import|require)\((?!\s*['"])/,
  awk: /\bsystem\b|\|&?\s*getline|\bprintf?\b[^;}\n]*\|/,
  sed: /(?:^|[;{}\n\d$/])\s*e\s*(?:$|[;}\n])|[^\w\s\\][gpiImM\d]*e[gpiImM\d]*\s*(?:$|[;}\n])/,
  other:
    /\b(?:eval|exec\w*|system2?|popen\w*|spawn\w*|shell_exec|passthru|proc_open|qx|open3?|IO|Kernel|load\w*|dofile|source|instance_eval|class_eval|send)\b|`/,
};

/** Whether the code that an interpreter is given as a word runs texts. */
export function runsText(words: readonly Word[]): boolean {
  const name = baseOf(literal(words[0]) ?? "");
  if (!isLanguage(name)) return false;
  const kind = isPython(name)
    ? "python"
    : /^(?:node|deno|bun)$/.test(name)
      ? "script"
      : name.endsWith("awk")
        ? "awk"
        : name.endsWith("sed")
          ? "sed"
          : "other";
  const options = isPython(name) ? /^-\w*c$/ : (codeOptions[name] ?? awkOptions);
  const isCode = (at: number): boolean =>
    kind === "awk" || kind === "sed" ? at > 0 : options.test(words[at - 1]?.text ?? "");
  return words.some(({ text }, at) => isCode(at) && running[kind].test(text));
}

/** Python reads no options behind its code, its module or its script. */
function pythonPlace(words: readonly Word[], { index }: Spot): Place {
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
function interpreterPlace(name: string, words: readonly Word[], { index, prefix, value }: Spot): Place {
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
  return word.replaceAll(valueMark, "").startsWith("-") ? "code" : "data";
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
