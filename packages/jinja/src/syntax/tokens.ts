import { fault } from "../fault.ts";
import type { Source } from "../fault.ts";

export interface Token {
  readonly kind: "name" | "string" | "int" | "float" | "operator" | "end";
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export interface Tag {
  /** The last one is of kind `end`. */
  readonly tokens: readonly Token[];
  /** Where the text after the tag begins. */
  readonly next: number;
  readonly trimsAfter: boolean;
}

const kinds: readonly (readonly [Token["kind"], RegExp])[] = [
  ["float", /\d+(?:_\d+)*(?:(?:\.\d+(?:_\d+)*)?e[+-]?\d+(?:_\d+)*|\.\d+(?:_\d+)*)/iy],
  ["int", /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|\d+(?:_\d+)*/iy],
  ["name", /[\p{ID_Start}_]\p{ID_Continue}*/uy],
  ["string", /'[^'\\]*(?:\\[^][^'\\]*)*'|"[^"\\]*(?:\\[^][^"\\]*)*"/y],
  ["operator", /\/\/|\*\*|[=!<>]=|[-+/*%~[\](){}<>=.:|,;]/y],
];
// A tag of this size was not written by people.
const maxTokens = 20_000;

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/**
 * Reads the inside of `{{ … }}` or `{% … %}` up to the end of the tag, or of the text where `close` is empty; a closing
 * mark within brackets is none.
 */
export function readTag(source: Source, start: number, close: "}}" | "%}" | ""): Tag {
  const { text } = source;
  const end = close === "" ? /$/y : close === "}}" ? /-?\}\}/y : /[-+]?%\}/y;
  const tokens: Token[] = [];
  const open: string[] = [];
  for (let at = start; ; ) {
    at = match(/\s*/y, text, at)?.to ?? at;
    const ended = open.length === 0 || close === "" ? match(end, text, at) : null;
    if (ended !== null) {
      const mark = ended.to - close.length;
      tokens.push({ kind: "end", text: "end of block", from: mark, to: ended.to });
      return { tokens, next: ended.to, trimsAfter: text.slice(at, mark) === "-" };
    }
    const token = readToken(source, at);
    balance(open, token, source);
    if (tokens.length >= maxTokens)
      throw fault("syntax error: the tag is too long", { source, from: at, to: token.to });
    tokens.push(token);
    at = token.to;
  }
}

function readToken(source: Source, at: number): Token {
  for (const [kind, pattern] of kinds) {
    const found = match(pattern, source.text, at);
    if (found !== null) return { kind, text: found.text, from: at, to: found.to };
  }
  const spot = { source, from: at, to: at + 1 };
  if (at >= source.text.length) throw fault("syntax error: unexpected end of input, expected end of block", spot);
  throw fault(`syntax error: unexpected character ${JSON.stringify(source.text.charAt(at))}`, spot);
}

function balance(open: string[], token: Token, source: Source): void {
  if (token.kind !== "operator") return;
  const closer = closers[token.text];
  if (closer !== undefined) open.push(closer);
  else if (Object.values(closers).includes(token.text) && open.pop() !== token.text)
    throw fault(`syntax error: unexpected ${token.text}`, { source, ...token });
}

function match(pattern: RegExp, text: string, at: number): { readonly text: string; readonly to: number } | null {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? null : { text: found[0], to: pattern.lastIndex };
}

/** The value of a string in a template, with Python's escapes. */
export function unquoted(written: string): string {
  return written
    .slice(1, -1)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(
      /\\(?:([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^]))/g,
      (whole, ...groups: (string | undefined)[]) => {
        const [octal, ...hex] = groups;
        const code = octal === undefined ? parseInt(hex.slice(0, 3).join(""), 16) : parseInt(octal, 8);
        if (!Number.isNaN(code)) return code > 0x10_ff_ff ? "\uFFFD" : String.fromCodePoint(code);
        return escapes[groups[4] ?? ""] ?? whole;
      },
    );
}

const escapes: Readonly<Record<string, string>> = {
  "\n": "",
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
