import { readDelimiter } from "./document.ts";
import { commandLayer, commandOf } from "./layer.ts";
import type { CommandLayer, DocumentLayer, Layer } from "./layer.ts";

/** How far a shell's text was read. */
export interface ShellReader {
  readonly layers: Layer[];
  /** Here-documents that begin with the next line. */
  pending: DocumentLayer[];
  /** Why no value may stand at this very place, or from here on. */
  refusal: { readonly why: string; readonly isLasting: boolean } | null;
  /** What is wrong with a value that was let through before. */
  fault: string | null;
}

export function newShellReader(): ShellReader {
  return { layers: [commandLayer(false)], pending: [], refusal: null, fault: null };
}

/** Reads on, through text that the template itself says. */
export function readShell(reader: ShellReader, text: string): void {
  if (reader.refusal?.isLasting === false) reader.refusal = null;
  for (let at = 0; at < text.length;) at += step(reader, text, at);
}

/** Gives how many characters it took. */
function step(reader: ShellReader, text: string, at: number): number {
  const top = reader.layers.at(-1) ?? commandOf([]);
  const char = text.charAt(at);
  if (char === "\\" && takesBackslash(top)) return escaped(reader, text, at);
  switch (top.kind) {
    case "single":
    case "ansi":
      return closing(reader, char, "'");
    case "backtick":
      return closing(reader, char, "`");
    case "comment":
      if (char !== "\n") return 1;
      reader.layers.pop();
      return 0;
    case "double":
      return char === '"' ? closing(reader, char, '"') : substitution(reader, text, at);
    case "parameter":
      return inParameter(reader, text, at);
    case "arithmetic":
      if (char === "(") top.parens++;
      if (char === ")") top.parens--;
      if (top.parens === 0) reader.layers.pop();
      return char === "(" || char === ")" ? 1 : substitution(reader, text, at);
    case "document":
      return inDocument(reader, top, { text, at });
    case "command":
      return inCommand(reader, top, { text, at });
  }
}

function takesBackslash(layer: Layer): boolean {
  return layer.kind !== "single" && layer.kind !== "comment" && (layer.kind !== "document" || !layer.isQuoted);
}

function escaped(reader: ShellReader, text: string, at: number): number {
  if (at + 1 >= text.length) refuse(reader, "a value can't stand right after a backslash");
  else if (text.charAt(at + 1) !== "\n") written(reader, text.slice(at, at + 2));
  else if (reader.layers.at(-1)?.kind === "document") written(reader, "\n");
  return 2;
}

function refuse(reader: ShellReader, why: string, isLasting = false): void {
  if (reader.refusal?.isLasting !== true) reader.refusal = { why, isLasting };
}

/** Adds to the word, or whatever else is being written. */
function written(reader: ShellReader, text: string): void {
  const top = reader.layers.at(-1);
  if (top?.kind === "parameter") top.written += text;
  if (top?.kind === "document") top.line += text;
  const command = commandOf(reader.layers);
  if (top?.kind !== "document") command.word = (command.word ?? "") + text;
}

function closing(reader: ShellReader, char: string, mark: string): number {
  if (char === mark) reader.layers.pop();
  else written(reader, char);
  return 1;
}

/** What is read alike in quotes and out of them. */
function substitution(reader: ShellReader, text: string, at: number): number {
  const { layers } = reader;
  const rest = text.slice(at, at + 3);
  const open = (layer: Layer, length: number): number => {
    written(reader, rest.slice(0, length));
    layers.push(layer);
    return length;
  };
  if (rest.startsWith("`")) return open({ kind: "backtick" }, 1);
  if (rest.startsWith("$((")) return open({ kind: "arithmetic", parens: 2 }, 3);
  if (rest.startsWith("$(")) return open(commandLayer(true), 2);
  if (rest.startsWith("${")) return open({ kind: "parameter", written: "" }, 2);
  if (rest === "$") refuse(reader, "a value can't stand right after a $; write \\$ for the sign itself");
  written(reader, rest.charAt(0));
  return 1;
}

function inParameter(reader: ShellReader, text: string, at: number): number {
  const char = text.charAt(at);
  const isQuoted = reader.layers.some(({ kind }) => kind === "double" || kind === "document");
  if (char === "}") return closing(reader, char, "}");
  if (char === '"') reader.layers.push({ kind: "double" });
  else if (char === "'" && !isQuoted) reader.layers.push({ kind: "single" });
  else return substitution(reader, text, at);
  return 1;
}

function inDocument(reader: ShellReader, document: DocumentLayer, { text, at }: Place): number {
  const char = text.charAt(at);
  if (char !== "\n") {
    if (!document.isQuoted) return substitution(reader, text, at);
    document.line += char;
    return 1;
  }
  const line = document.dropsTabs ? document.line.replace(/^\t+/, "") : document.line;
  document.line = "";
  if (line === document.end) reader.layers.pop();
  return 1;
}

interface Place {
  readonly text: string;
  readonly at: number;
}

function inCommand(reader: ShellReader, command: CommandLayer, { text, at }: Place): number {
  const char = text.charAt(at);
  const rest = text.slice(at, at + 3);
  if (char === "'" || char === '"') {
    const isAnsi = char === "'" && text.charAt(at - 1) === "$" && text.charAt(at - 2) !== "\\";
    if (isAnsi) refuse(reader, "no value can stand after $'…', which shells read differently; use \"…\" instead", true);
    command.word ??= "";
    reader.layers.push({ kind: char === '"' ? "double" : isAnsi ? "ansi" : "single" });
    return 1;
  }
  if (char === "#" && command.word === null) {
    reader.layers.push({ kind: "comment" });
    return 1;
  }
  if (rest.startsWith("<<") && rest !== "<<<") return document(reader, { text, at });
  if (rest.startsWith("((") && command.word === null) {
    reader.layers.push({ kind: "arithmetic", parens: 2 });
    return 2;
  }
  if (/[\s;|&()<>]/.test(char)) return between(reader, command, { text, at });
  return substitution(reader, text, at);
}

function document(reader: ShellReader, { text, at }: Place): number {
  const { end, isQuoted, dropsTabs, length } = readDelimiter(text.slice(at));
  if (at + length >= text.length) refuse(reader, "a value can't be where a here-document ends");
  reader.pending.push({ kind: "document", end, isQuoted, dropsTabs, reader: [], line: "" });
  return length;
}

function wordsOf({ words, word }: CommandLayer): readonly string[] {
  return word === null ? words : [...words, word];
}

/** Blanks end a word; the rest of these marks end a command, or lead to a file. */
function between(reader: ShellReader, command: CommandLayer, { text, at }: Place): number {
  const char = text.charAt(at);
  command.words = [...wordsOf(command)];
  if (command.word === "[[") command.isInTest = true;
  if (command.word === "]]") command.isInTest = false;
  command.word = null;
  if (command.isSubstitution && command.words[0] === "case") refuse(reader, "no value can stand after a case inside $(…)", true);
  if (text.startsWith("<<<", at)) return 3;
  if (char === " " || char === "\t" || char === "<" || char === ">") return 1;
  if (char === "&" && (text.charAt(at + 1) === ">" || /[<>]/.test(text.charAt(at - 1)))) return 1;
  endCommand(reader, command);
  if (char === "(") command.parens++;
  if (char === ")" && command.parens > 0) command.parens--;
  else if (char === ")" && command.isSubstitution) reader.layers.pop();
  if (char === "\n") beginDocuments(reader, command);
  return 1;
}

function beginDocuments(reader: ShellReader, command: CommandLayer): void {
  for (const pending of reader.pending) pending.reader = command.line;
  reader.layers.push(...reader.pending.reverse());
  reader.pending = [];
  command.line = [];
}

const arithmeticTests = /^-(?:eq|ne|lt|le|gt|ge|v)$/;

/** `[[ … -eq … ]]` of bash calculates, and what it calculates can run commands. */
export function endCommand(reader: ShellReader, command: CommandLayer): void {
  const words = wordsOf(command);
  const isTest = command.isInTest || words.includes("]]") || ["[", "test"].includes(words[0] ?? "");
  if (isTest && command.hasText && words.some((word) => arithmeticTests.test(word)))
    reader.fault = "only whole numbers can be compared with -eq, -lt and the like";
  command.line = [...command.line, ...words];
  command.words = [];
  command.word = null;
  command.hasText = false;
}
