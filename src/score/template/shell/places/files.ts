import { runsItsInput, isShell } from "../../../interpreter.ts";
import { textAt } from "../scripts.ts";
import { type Word, baseOf, literal } from "../word.ts";
import { innerProgram, isWrapper } from "./wrappers.ts";

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
