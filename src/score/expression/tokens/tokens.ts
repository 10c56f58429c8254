/**
 * Why a text is not an expression, and the column (from 1, in UTF-16 units) it is about; always a column of the text,
 * or 1.
 */
export interface Wrong {
  readonly kind: "wrong";
  readonly why: string;
  readonly column: number;
}

export type Token = { readonly column: number } & (
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "mark"; readonly text: string }
  | { readonly kind: "end" }
);

const maxLength = 10_000;

const space = /[ \t\r\n]*/y;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /[A-Za-z_]\w*/y;
const mark = /==|!=|<=|>=|\/\/|\*\*|&&|\|\||[-+*/%<>()[\],.=!]/y;

/** The words, numbers, texts and marks of an expression; the last token is always the end. */
export function tokensOf(text: string): { readonly kind: "means"; readonly value: readonly Token[] } | Wrong {
  if (text.length > maxLength)
    return { kind: "wrong", why: `is longer than ${maxLength} characters`, column: maxLength + 1 };
  const tokens: Token[] = [];
  let at = matched(space, text, 0).length;
  while (at < text.length) {
    const read = tokenAt(text, at);
    if (read.kind === "wrong") return read;
    tokens.push(read.token);
    at = read.next + matched(space, text, read.next).length;
  }
  tokens.push({ kind: "end", column: Math.max(1, text.trimEnd().length) });
  return { kind: "means", value: tokens };
}

type Read = { readonly kind: "read"; readonly token: Token; readonly next: number } | Wrong;

function tokenAt(text: string, at: number): Read {
  const first = text.charAt(at);
  if (first === '"' || first === "'") return textAt(text, at);
  const digits = matched(number, text, at);
  if (digits !== "") return numberAt(text, at, digits);
  const letters = matched(word, text, at);
  if (letters !== "")
    return { kind: "read", token: { kind: "word", text: letters, column: at + 1 }, next: at + letters.length };
  const sign = matched(mark, text, at);
  if (sign !== "") return { kind: "read", token: { kind: "mark", text: sign, column: at + 1 }, next: at + sign.length };
  return { kind: "wrong", why: `${characterAt(text, at)} means nothing in an expression`, column: at + 1 };
}

function numberAt(text: string, at: number, digits: string): Read {
  const value = Number(digits);
  const next = at + digits.length;
  const column = at + 1;
  if (/[\w.]/.test(text.charAt(next)))
    return { kind: "wrong", why: `can't read what begins with ${clipped(digits)}: a number is 3 or 0.5`, column };
  if (/^0\d/.test(digits))
    return { kind: "wrong", why: `can't read ${clipped(digits)}: a number doesn't begin with 0`, column };
  // Beyond this, different whole numbers are the same to the machine, and a comparison of them could be wrongly true.
  if (value > Number.MAX_SAFE_INTEGER)
    return { kind: "wrong", why: `${clipped(digits)} is too large a number`, column };
  return { kind: "read", token: { kind: "number", value, column }, next };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["n", "\n"],
  ["t", "\t"],
]);

function textAt(text: string, at: number): Read {
  const quote = text.charAt(at);
  let value = "";
  for (let i = at + 1; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === quote) return { kind: "read", token: { kind: "text", value, column: at + 1 }, next: i + 1 };
    if (character < " " || character === "\x7F")
      return {
        kind: "wrong",
        why: `${characterAt(text, i)} can't stand in a text; a new line is \\n, a tab is \\t`,
        column: i + 1,
      };
    if (character !== "\\") {
      value += character;
      continue;
    }
    const meant = escapes.get(text.charAt(i + 1));
    if (meant === undefined && i + 1 < text.length)
      return {
        kind: "wrong",
        why: `\\${text.charAt(i + 1)} is no escape; known are \\\\ \\' \\" \\n \\t`,
        column: i + 1,
      };
    value += meant ?? "";
    i++;
  }
  return { kind: "wrong", why: `the text that begins here has no closing ${quote}`, column: at + 1 };
}

function matched(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  const plain = code > 0x20 && code < 0x7f;
  return plain
    ? `"${String.fromCodePoint(code)}"`
    : `the character U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

function clipped(digits: string): string {
  return digits.length > 24 ? `${digits.slice(0, 20)}…` : digits;
}
