import { fault } from "../fault.ts";
import type { Source, Spot } from "../fault.ts";
import { readTag } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/** A template cut at its tags. Comments are gone, and what is raw is text. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "print" | "statement"; readonly tokens: readonly Token[]; readonly spot: Spot };

// A parsed tag takes a hundred times the size of its text.
const maxTokens = 100_000;

export function cut(source: Source): readonly Piece[] {
  const { text } = source;
  const pieces: Piece[] = [];
  let isTrimmed = false;
  let tokens = 0;
  const addText = (from: number, to: number, trimsEnd: boolean): void => {
    const cleared = text.slice(from, to).replaceAll(/\r\n?/g, "\n");
    const started = isTrimmed ? cleared.trimStart() : cleared;
    const shown = trimsEnd ? started.trimEnd() : started;
    if (shown !== "") pieces.push({ kind: "text", text: shown });
  };
  // A shell writes ${#name} for a length.
  const opening = source.isCommand === true ? /\{[{%]|(?<!\$)\{#/g : /\{[{%#]/g;
  for (let at = 0; ; ) {
    opening.lastIndex = at;
    const from = opening.exec(text)?.index;
    if (from === undefined) {
      addText(at, text.length, false);
      return pieces;
    }
    addText(at, from, text.charAt(from + 2) === "-");
    const tag = tagAt(source, from);
    isTrimmed = tag.trimsAfter;
    if (tag.piece !== null) pieces.push(tag.piece);
    tokens += tag.tokens;
    if (tokens > maxTokens)
      throw fault("the template has too many tags, or too much in them", { source, from, to: from + 2 });
    if (tag.raw !== null) {
      addText(tag.raw.from, tag.raw.to, tag.raw.trimsEnd);
      isTrimmed = tag.raw.trimsAfter;
    }
    at = tag.next;
  }
}

interface Found {
  readonly piece: Piece | null;
  readonly tokens: number;
  readonly next: number;
  readonly trimsAfter: boolean;
  readonly raw: {
    readonly from: number;
    readonly to: number;
    readonly trimsEnd: boolean;
    readonly trimsAfter: boolean;
  } | null;
}

function tagAt(source: Source, from: number): Found {
  const { text } = source;
  const mark = text.slice(from, from + 2);
  if (mark === "{#") {
    const end = text.indexOf("#}", from + 2);
    if (end === -1) throw fault("syntax error: unexpected end of comment", { source, from, to: from + 2 });
    return { piece: null, tokens: 0, next: end + 2, trimsAfter: text.charAt(end - 1) === "-", raw: null };
  }
  const raw = mark === "{%" ? rawAt(source, from) : null;
  if (raw !== null) return raw;
  const start = from + 2 + (/[-+]/.test(text.charAt(from + 2)) ? 1 : 0);
  const { tokens, next, trimsAfter } = readTag(source, start, mark === "{{" ? "}}" : "%}");
  return {
    piece: { kind: mark === "{{" ? "print" : "statement", tokens, spot: { source, from, to: next } },
    tokens: tokens.length,
    next,
    trimsAfter,
    raw: null,
  };
}

function rawAt(source: Source, from: number): Found | null {
  const begin = /\{%[-+]?\s*raw\s*([-+]?)%\}/y;
  begin.lastIndex = from;
  const begun = begin.exec(source.text);
  if (begun === null) return null;
  const end = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g;
  end.lastIndex = begin.lastIndex;
  const ended = end.exec(source.text);
  if (ended === null) throw fault("syntax error: unexpected end of raw block", { source, from, to: begin.lastIndex });
  return {
    piece: null,
    tokens: 0,
    next: end.lastIndex,
    trimsAfter: begun[1] === "-",
    raw: { from: begin.lastIndex, to: ended.index, trimsEnd: ended[1] === "-", trimsAfter: ended[2] === "-" },
  };
}
