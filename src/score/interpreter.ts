import { innerProgram, isWrapper } from "./template/shell/places/wrappers.ts";

/** Shells whose text Tutti can read: POSIX shells and bash. */
const posixShell = /^(?:r?ba|da|r?k|pdk|lk|mk|ok|lok|r?z|a|ya|hu|po|o|b)?sh[\d.-]*$/;
/** Shells with a language of their own. */
const otherShell = /^(?:(?:bsdc|tc|c|fi|xon|elvi|sa|sc|y|m)sh[\d.-]*|pwsh|powershell|nu|ion|rc|es|murex|elvish)$/;
/** Programs that run what they are given on stdin, in a file or behind `-c`. */
const language =
  /^(?:busybox|toybox|python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|luajit|Rscript|tclsh[\d.]*|osascript|guile|racket|ghci|ocaml|julia|swift|groovy|jshell)$/;

/** Options of theirs that have a word of their own behind them. */
const withWord = /^[-+](?:[a-zA-Z]*[oO]|[WXIMr]|-require|-import)$/;

export function isPosixShell(name: string): boolean {
  return posixShell.test(name);
}

export function isShell(name: string): boolean {
  return posixShell.test(name) || otherShell.test(name);
}

/**
 * Whether a command is an interpreter with no program of its own, also behind programs that run another one: then its
 * input is the program.
 */
export function runsItsInput(command: readonly string[]): boolean {
  const [first, ...rest] = command;
  if (first === undefined) return false;
  const name = baseOf(first);
  if (isApplet(first, rest[0] ?? "")) return rest.slice(1).every((word, index) => isOption(word, rest[index]));
  if (isWrapper(name)) return innerCommands(name, command).some(runsItsInput);
  return (isShell(name) || language.test(name)) && rest.every((word, index) => isOption(word, rest[index - 1]));
}

function isOption(word: string, before = ""): boolean {
  return /^[-+]/.test(word) || withWord.test(before);
}

/** The command behind a wrapper. Where its options are not known, it may begin at every word. */
function innerCommands(name: string, command: readonly string[]): readonly (readonly string[])[] {
  const at = innerProgram(
    name,
    command.map((text) => ({ text, hasExpansion: false })),
  );
  if (at === "data") return [];
  return at === null ? command.slice(1).map((_, index) => command.slice(index + 1)) : [command.slice(at)];
}

/** `busybox sh`, `deno run`, `bun run`. */
function isApplet(program: string, word: string): boolean {
  return /^(?:busybox|toybox|deno|bun)$/.test(baseOf(program)) && /^(?:a?sh|hush|run|repl)$/.test(word);
}

function baseOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}
