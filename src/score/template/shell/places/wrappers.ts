import { type Spot, type Word, assignment, literal } from "../word.ts";

/** Programs that run another one: what may stand before its name, one pattern for each word or pair of words. */
const wrappers: Readonly<
  Record<string, { readonly alone: RegExp; readonly paired?: RegExp; readonly first?: RegExp }>
> = {
  env: { alone: /^(?:-i|-|--ignore-environment|--)$/, paired: /^-[uC]$/ },
  ionice: { alone: /^-(?:[cn]\d|t)$/, paired: /^-[cn]$/ },
  chrt: { alone: /^-[bfior]+$/, first: /^\d+$/ },
  taskset: { alone: /^-c$/, first: /^[\da-fx,-]+$/ },
  nice: { alone: /^-(?:n?-?\d+)$/, paired: /^-n$/ },
  nohup: { alone: /^--$/ },
  setsid: { alone: /^--?(?:w|f|wait|fork)?$/ },
  builtin: { alone: /^--$/ },
  exec: { alone: /^--$/ },
  command: { alone: /^(?:-p|--)$/ },
  time: { alone: /^-p$/ },
  timeout: {
    alone: /^(?:--\w[\w-]*=\S+|--foreground|--preserve-status|--verbose)$/,
    paired: /^-[ks]$/,
    first: /^[\d.]+[smhd]?$/,
  },
  stdbuf: { alone: /^-[ioe]\w+$/ },
  sudo: { alone: /^(?:-[nEHS]+|--)$/, paired: /^-[ugC]$/ },
  xargs: { alone: /^-(?:0|r|t|[nPLd]\S+|I\S+)$/, paired: /^-[nPLdI]$/ },
  busybox: { alone: /^$/ },
  toybox: { alone: /^$/ },
  doas: { alone: /^(?:-n|--)$/ },
};

export function isWrapper(name: string): boolean {
  return Object.hasOwn(wrappers, name);
}

/** Where the name of the program that is run stands; `null`: that can't be told. `"data"`: it is only asked about. */
export function innerProgram(name: string, words: readonly Word[]): number | null | "data" {
  const wrapper = wrappers[name];
  if (wrapper === undefined) return null;
  if (name === "command" && /^-[vV]$/.test(literal(words[1]) ?? "")) return "data";
  let at = 1;
  for (; at < words.length; at++) {
    const word = words[at];
    if (name === "env" && assignment.test(word?.text ?? "")) continue;
    const text = literal(word);
    if (text === null) return null;
    if (wrapper.paired?.test(text) === true) {
      if (literal(words[++at]) === null) return null;
    } else if (!wrapper.alone.test(text)) break;
  }
  if (wrapper.first !== undefined) {
    if (!wrapper.first.test(literal(words[at]) ?? "")) return null;
    at++;
  }
  const program = literal(words[at]);
  return program === null || program.startsWith("-") ? null : at;
}

/** The command that `find` runs where the value stands. */
export function findPlace(words: readonly Word[], { index }: Spot): number | "data" {
  const before = words.slice(0, index).map((word) => literal(word) ?? "");
  const run = before.findLastIndex((word) => /^-(?:exec|ok)(?:dir)?$/.test(word));
  const end = before.findLastIndex((word) => word === ";" || word === "+");
  return run > end ? run + 1 : "data";
}

/** The mark that a program puts something else for, wherever it finds it in the words of the one that it runs. */
export function replacedBy(words: readonly Word[]): string | null {
  if (literal(words[0]) === "find") return "{}";
  const at = words.findIndex((word) => /^-I/.test(literal(word) ?? ""));
  if (literal(words[0]) !== "xargs" || at === -1) return null;
  return literal(words[at])?.slice(2) || literal(words[at + 1]);
}
