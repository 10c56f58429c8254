import { isPosixShell, isShell, runsItsInput } from "../../interpreter.ts";
import { innerProgram, isWrapper } from "./places/wrappers.ts";
import { type Word, baseOf, literal } from "./word.ts";

/** A text that a shell runs for a command. */
export interface Script {
  readonly text: string;
  readonly hasExpansion: boolean;
  /** Its `$0`, `$1` and so on; `null`: those of the surrounding text. */
  readonly args: string | null;
  /** Whether it is in the language of POSIX shells. */
  readonly isReadable: boolean;
}

/** Where a shell's text or script stands among its words. */
export function textAt(words: readonly Word[]): { readonly at: number; readonly hasText: boolean } {
  let at = 1;
  let hasText = false;
  for (; at < words.length; at++) {
    const word = literal(words[at]);
    if (word === null || word === "-" || !/^[-+]/.test(word)) break;
    if (word === "--") {
      at++;
      break;
    }
    if (/^-[a-zA-Z]*c|^--?(?:encoded)?command$/i.test(word)) hasText = true;
    // Its argument is the next word.
    if (/^[-+][a-zA-Z]*[oO]$/.test(word)) at++;
  }
  return { at, hasText };
}

/** All texts that shells run for this command, also where another program starts the shell. */
export function scriptsOf(words: readonly Word[]): readonly Script[] {
  const name = baseOf(literal(words[0]) ?? "");
  if (name === "eval" || name === "trap") return [joined(name === "eval" ? words.slice(1) : words.slice(1, 2))];
  if (isWrapper(name)) {
    const inner = innerProgram(name, words);
    if (typeof inner === "number") return scriptsOf(words.slice(inner));
  }
  return words.flatMap((word, index) => {
    const program = baseOf(literal(word) ?? "");
    const { at, hasText } = textAt(words.slice(index));
    const text = words[index + at];
    if (!isShell(program) || !hasText || text === undefined) return [];
    const args = words.slice(index + at + 1).map((one) => one.text);
    return [{ ...text, args: args.join(" "), isReadable: isPosixShell(program) }];
  });
}

function joined(words: readonly Word[]): Script {
  return {
    text: words.map(({ text }) => text).join(" "),
    hasExpansion: words.some(({ hasExpansion }) => hasExpansion),
    args: null,
    isReadable: true,
  };
}

/** Files that these programs run without being told to. */
const usual: Readonly<Record<string, readonly string[]>> = {
  make: ["Makefile", "makefile", "GNUmakefile"],
  gmake: ["Makefile", "makefile", "GNUmakefile"],
  npm: ["package.json"],
  pnpm: ["package.json"],
  yarn: ["package.json"],
};

/** The files that a command runs: its own program, a script of an interpreter, what it reads in. */
export function filesRunBy(words: readonly Word[]): readonly string[] {
  const first = words[0];
  if (first === undefined) return [];
  const name = baseOf(literal(first) ?? "");
  if (isWrapper(name)) {
    const inner = innerProgram(name, words);
    return typeof inner === "number" ? filesRunBy(words.slice(inner)) : words.slice(1).map(({ text }) => text);
  }
  const implied = Object.hasOwn(usual, name) ? (usual[name] ?? []) : [];
  const own = first.text.includes("/") ? [first.text] : [];
  return [...own, ...implied, ...scriptOf(name, words)];
}

function scriptOf(name: string, words: readonly Word[]): readonly string[] {
  if (name === "." || name === "source") return words.slice(1, 2).map(({ text }) => text);
  if (isShell(name)) {
    const { at, hasText } = textAt(words);
    return hasText ? [] : words.slice(at, at + 1).map(({ text }) => text);
  }
  if (/awk$|^g?sed$|^g?make$/.test(name))
    return words.flatMap(({ text }, at) => (/^-\w*f$|^--(?:make)?file$/.test(words[at - 1]?.text ?? "") ? [text] : []));
  const script = words.slice(1).find(({ text }) => !text.startsWith("-"));
  return runsItsInput([name]) && script !== undefined && !hasCode(words) ? [script.text] : [];
}

function hasCode(words: readonly Word[]): boolean {
  return words.some(({ text }) => /^-\w*[ecmpEr]$|^--(?:eval|print)$/.test(text));
}
