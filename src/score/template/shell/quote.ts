import { commandOf } from "./layer.ts";
import type { CommandLayer, Layer } from "./layer.ts";
import type { ShellReader } from "./reader.ts";

export type Quoted = { readonly kind: "means"; readonly value: string } | { readonly kind: "wrong"; readonly why: string };

/** How the variable that holds a value is written at the place that was read up to, so that the shell takes it for nothing but text. */
export function quoteHere(reader: ShellReader, variable: string, value: string): Quoted {
  const { layers, refusal } = reader;
  if (refusal !== null) return wrong(refusal.why);
  const top = layers.at(-1) ?? commandOf([]);
  const bare = `\${${variable}}`;
  if (top.kind === "comment") return { kind: "means", value: bare };
  const command = commandOf(layers);
  const risk = riskAt(top, command);
  if (risk !== undefined && !risk.allows.test(value)) return wrong(risk.why);
  command.hasText ||= !wholeNumber.test(value);
  if (top.kind === "document") top.line += "\0";
  else command.word = (command.word ?? "") + value;
  switch (top.kind) {
    case "command":
      return { kind: "means", value: `"${bare}"` };
    case "single":
      return { kind: "means", value: `'"${bare}"'` };
    case "parameter":
      return { kind: "means", value: layers.some(({ kind }) => kind === "double" || kind === "document") ? bare : `"${bare}"` };
    case "backtick":
      return wrong("a value can't stand in `…`; write $(…) instead");
    case "ansi":
      return wrong("a value can't stand in $'…'; use \"…\" instead");
    case "document":
      return top.isQuoted
        ? wrong(`a value can't stand in a here-document whose end is quoted, because nothing is filled in there; write <<${top.end} without quotes`)
        : { kind: "means", value: bare };
    case "double":
    case "arithmetic":
      return { kind: "means", value: bare };
  }
}

function wrong(why: string): Quoted {
  return { kind: "wrong", why };
}

const wholeNumber = /^-?\d+$/;
/** Means the same in every quoting, and in none. */
const harmless = /^[\w@%+=:,./-]*$/;

interface Risk {
  /** The values that can stand there all the same. */
  readonly allows: RegExp;
  readonly why: string;
}

/** Places where even a quoted value can become code. */
function riskAt(top: Layer, command: CommandLayer): Risk | undefined {
  if (top.kind === "arithmetic") return { allows: wholeNumber, why: "only a whole number can be calculated with" };
  if (top.kind === "parameter" && !/^\w+:?[-=+?]/.test(top.written)) return { allows: wholeNumber, why: "only a whole number can stand inside ${…}" };
  const before = top.kind === "document" ? top.reader : command.words;
  if (top.kind === "document" ? before.some((word) => isShell(word) || running.has(word)) : isCode(before)) {
    return { allows: harmless, why: "a value must not become part of another shell's text; hand it over as an argument: sh -c '… \"$1\" …' sh {{ value }}" };
  }
  if (before.some((word) => calculating.has(word)) || isWholeDeclaration(before) || /^\w+\[[^\]]*$/.test(command.word ?? "")) {
    return { allows: wholeNumber, why: "only a whole number can stand here, because the shell would calculate with it" };
  }
  return undefined;
}

const running = new Set(["eval", "trap", "ssh"]);
const calculating = new Set(["let", "unset", "read", "mapfile", "readarray", "getopts"]);
const declaring = new Set(["declare", "typeset", "local", "export", "readonly"]);

function isShell(word: string): boolean {
  return /(?:^|\/)(?:ba|da|k|z|a|fi)?sh$/.test(word);
}

/** Whether the word after these is read as a shell's text. */
function isCode(words: readonly string[]): boolean {
  if (words.some((word) => running.has(word))) return true;
  const shell = words.findIndex((word) => isShell(word) || word === "su");
  return shell !== -1 && /^-\w*c$/.test(words.at(-1) ?? "");
}

function isWholeDeclaration(words: readonly string[]): boolean {
  return words.some((word) => declaring.has(word)) && words.some((word) => /^-\w*i/.test(word));
}
