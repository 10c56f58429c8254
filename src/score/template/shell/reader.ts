import { endCommand, endWord } from "./command.ts";
import { newFlow } from "./flow.ts";
import { type Inner, judgeDocument } from "./judge.ts";
import { type CommandLayer, type DocumentLayer, type Layer, commandLayer, commandOf } from "./layer.ts";
import type { ShellReader } from "./state.ts";

export function newShellReader(inner: Inner, flow = newFlow()): ShellReader {
  return {
    layers: [commandLayer(false)],
    pending: [],
    refusal: null,
    fault: null,
    hasText: false,
    flow,
    inner,
  };
}

/** Reads on, through text that the template itself says. */
export function readShell(reader: ShellReader, text: string): void {
  if (reader.refusal?.isLasting === false) reader.refusal = null;
  for (let at = 0; at < text.length; ) at += step(reader, text, at);
}

/** Nothing more comes. */
export function endText(reader: ShellReader): void {
  for (let top = reader.layers.at(-1); top?.kind === "document" && top.line !== ""; top = reader.layers.at(-1))
    endLine(reader, top);
  for (const layer of reader.layers.toReversed()) {
    if (layer.kind === "document") reader.fault ??= judgeDocument(layer, reader.inner);
    if (layer.kind === "command") endCommand(reader, layer);
  }
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
      if (top.parens === 0) {
        reader.flow.sums.push(top.written);
        reader.layers.pop();
      }
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
  else if (text.charAt(at + 1) !== "\n") written(reader, unescaped(reader.layers.at(-1), text.charAt(at + 1)));
  else if (reader.layers.at(-1)?.kind === "document") written(reader, "\n");
  return 2;
}

/** `s\h` is `sh` to the shell. */
function unescaped(layer: Layer | undefined, char: string): string {
  const isGone = layer?.kind === "command" || (layer?.kind === "double" && '$`"\\'.includes(char));
  return isGone ? char : `\\${char}`;
}

function refuse(reader: ShellReader, why: string, isLasting = false): void {
  if (reader.refusal?.isLasting !== true) reader.refusal = { why, isLasting };
}

/** Adds to the word, document or expansion that is being read. */
function written(reader: ShellReader, text: string, isExpansion = false): void {
  const top = reader.layers.at(-1);
  if (top?.kind === "parameter" || top?.kind === "arithmetic" || top?.kind === "backtick") top.written += text;
  if (top?.kind === "document") {
    top.line += text;
    return;
  }
  const command = commandOf(reader.layers);
  command.word ??= { text: "", hasExpansion: false };
  command.word.text += text;
  command.word.hasExpansion ||= isExpansion;
}

function closing(reader: ShellReader, char: string, mark: string): number {
  if (char === mark) {
    const closed = reader.layers.pop();
    if (closed?.kind === "backtick")
      reader.flow.scripts.push({ text: closed.written, hasExpansion: false, args: null, isReadable: true });
    if (closed?.kind === "parameter") reader.flow.parameters.push(closed.written);
    if (mark !== "}") return 1;
  }
  written(reader, char);
  return 1;
}

/** Signs that mean the same in quotes and out of them. */
function substitution(reader: ShellReader, text: string, at: number): number {
  const { layers } = reader;
  const rest = text.slice(at, at + 3);
  const open = (layer: Layer, length: number): number => {
    written(reader, rest.slice(0, length), true);
    layers.push(layer);
    return length;
  };
  if (rest.startsWith("`")) return open({ kind: "backtick", written: "" }, 1);
  if (rest.startsWith("$((")) return open({ kind: "arithmetic", parens: 2, written: "" }, 3);
  if (rest.startsWith("$(")) return open(commandLayer(true), 2);
  if (rest.startsWith("${")) return open({ kind: "parameter", written: "" }, 2);
  if (rest === "$") refuse(reader, "a value can't stand right after a $; write \\$ for the sign itself");
  written(reader, rest.charAt(0), /^\$[\w@*#?$!-]/.test(rest));
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
  endLine(reader, document);
  return 1;
}

/** The last line may end with the text. */
function endLine(reader: ShellReader, document: DocumentLayer): void {
  const line = document.dropsTabs ? document.line.replace(/^\t+/, "") : document.line;
  document.line = "";
  if (line !== document.end) document.body += `${line}\n`;
  else {
    reader.layers.pop();
    reader.fault ??= judgeDocument(document, reader.inner);
  }
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
    command.word ??= { text: "", hasExpansion: isAnsi };
    reader.layers.push({ kind: char === '"' ? "double" : isAnsi ? "ansi" : "single" });
    return 1;
  }
  if (char === "#" && command.word === null) {
    reader.layers.push({ kind: "comment" });
    return 1;
  }
  if (rest.startsWith("<<") && rest !== "<<<") return document(reader, { text, at });
  if (/^[<>]\(/.test(rest)) {
    written(reader, rest.slice(0, 2), true);
    reader.layers.push(commandLayer(true));
    return 2;
  }
  if (rest.startsWith("((") && command.word === null) {
    reader.layers.push({ kind: "arithmetic", parens: 2, written: "" });
    return 2;
  }
  if (/[\s;|&()<>]/.test(char)) return between(reader, command, { text, at });
  return substitution(reader, text, at);
}

function document(reader: ShellReader, { text, at }: Place): number {
  const { end, isQuoted, dropsTabs, length } = readDelimiter(text.slice(at));
  if (at + length >= text.length) refuse(reader, "a value can't be where a here-document ends");
  reader.pending.push({ kind: "document", end, isQuoted, dropsTabs, reader: [], line: "", body: "", values: [] });
  return length;
}

/** Blanks end a word; the rest of these marks end a command, or lead to a file. */
function between(reader: ShellReader, command: CommandLayer, { text, at }: Place): number {
  const char = text.charAt(at);
  const isFile = char === "<" || char === ">";
  // The number of a channel is no word.
  if (isFile && /^\d+$/.test(command.word?.text ?? "")) command.word = null;
  endWord(command);
  if (command.isSubstitution && command.words[0]?.text === "case")
    refuse(reader, "no value can stand after a case inside $(…)", true);
  if (isFile) command.next = text.startsWith("<<<", at) ? "here" : "target";
  if (isFile) command.isWriting = char === ">";
  if (text.startsWith("<<<", at)) return 3;
  if (char === " " || char === "\t" || isFile) return 1;
  if (char === "&" && (text.charAt(at + 1) === ">" || /[<>]/.test(text.charAt(at - 1)))) return 1;
  if (char === "|" && text.charAt(at - 1) === ">") return 1;
  // A pattern of a case ends here, and patterns are data.
  if (char === ")" && command.parens === 0 && !command.isSubstitution) command.uses = [];
  if (char === "(" && /^\(\s*\)/.test(text.slice(at))) reader.flow.functions.add(command.words.at(-1)?.text ?? "");
  endCommand(reader, command);
  const isPipe = char === "|" && text.charAt(at + 1) !== "|" && text.charAt(at - 1) !== "|";
  command.isPiped = isPipe || (command.isPiped && char === "(");
  if (char === "(") command.parens++;
  if (char === ")" && command.parens > 0) command.parens--;
  else if (char === ")" && command.isSubstitution) closeSubstitution(reader, command);
  if (char === "\n") beginDocuments(reader, command);
  return 1;
}

/** A substitution is part of the word that it stands in. */
function closeSubstitution(reader: ShellReader, command: CommandLayer): void {
  reader.layers.pop();
  written(reader, `${command.said})`);
}

function beginDocuments(reader: ShellReader, command: CommandLayer): void {
  for (const pending of reader.pending) pending.reader = command.line;
  reader.layers.push(...reader.pending.reverse());
  reader.pending = [];
  command.line = [];
}

/** The word after `<<` that ends a here-document, and how it is written. */
function readDelimiter(text: string): {
  readonly end: string;
  readonly isQuoted: boolean;
  readonly dropsTabs: boolean;
  readonly length: number;
} {
  const [before = ""] = /^<<-?[ \t]*/.exec(text) ?? [];
  const [word = ""] = /^(?:'[^']*'|"[^"]*"|\\[^]|[^\s;|&()<>'"\\])*/.exec(text.slice(before.length)) ?? [];
  const end = word.replaceAll(
    /'([^']*)'|"([^"]*)"|\\([^])/g,
    (_, ...parts: (string | undefined)[]) => parts[0] ?? parts[1] ?? parts[2] ?? "",
  );
  return {
    end,
    isQuoted: /['"\\]/.test(word),
    dropsTabs: before.startsWith("<<-"),
    length: before.length + word.length,
  };
}
