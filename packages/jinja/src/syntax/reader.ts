import { fault } from "../fault.ts";
import type { Source, Spot } from "../fault.ts";
import type { Token } from "./tokens.ts";

/** The tokens of one tag, read from left to right. */
export interface Reader {
  readonly source: Source;
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
}

// Deeper than people write, and far from what the stack holds.
const maxDepth = 100;

export function newReader(source: Source, tokens: readonly Token[]): Reader {
  return { source, tokens, at: 0, depth: 0 };
}

export function peek(reader: Reader, ahead = 0): Token {
  const { tokens, at } = reader;
  return tokens[Math.min(at + ahead, tokens.length - 1)] ?? { kind: "end", text: "", from: 0, to: 0 };
}

export function take(reader: Reader): Token {
  const token = peek(reader);
  reader.at = Math.min(reader.at + 1, reader.tokens.length - 1);
  return token;
}

/** Whether the next token is this operator or word. */
export function sees(reader: Reader, ...texts: readonly string[]): boolean {
  const { kind, text } = peek(reader);
  return (kind === "operator" || kind === "name") && texts.includes(text);
}

/** Takes the next token when it is this operator or word. */
export function skips(reader: Reader, text: string): boolean {
  if (!sees(reader, text)) return false;
  take(reader);
  return true;
}

export function expect(reader: Reader, text: string): void {
  if (!skips(reader, text)) throw unexpected(reader, JSON.stringify(text));
}

export function expectName(reader: Reader): string {
  if (peek(reader).kind !== "name") throw unexpected(reader, "a name");
  return take(reader).text;
}

export function expectEnd(reader: Reader): void {
  if (peek(reader).kind !== "end") throw unexpected(reader, "end of block");
}

export function unexpected(reader: Reader, expected: string): Error {
  const token = peek(reader);
  const what = token.kind === "end" ? token.text : JSON.stringify(token.text);
  return fault(`syntax error: unexpected ${what}, expected ${expected}`, spotFrom(reader, token.from, token.to));
}

/** From an offset to the end of the last token taken, or to `to`. */
export function spotFrom(reader: Reader, from: number, to = reader.tokens[reader.at - 1]?.to ?? from): Spot {
  return { source: reader.source, from, to };
}

export function nested<T>(reader: Reader, read: () => T): T {
  reader.depth++;
  if (reader.depth > maxDepth)
    throw fault("syntax error: the expression is nested too deeply", spotFrom(reader, peek(reader).from));
  const result = read();
  reader.depth--;
  return result;
}
