import { type Automaton, buildAutomaton } from "./automaton.ts";
import { plainly } from "./plain-view.ts";

/** Compile once, use for every stream. */
export interface Secrets {
  /** As they are; `null`: none. */
  readonly raw: Automaton | null;
  /** As `plainly` gives them. */
  readonly plain: Automaton | null;
  /** In base64 of each alignment, and in hexadecimal. */
  readonly packed: Automaton | null;
}

/** Shorter ones are in every text. */
const shortest = 6;
/** Long values are found by pieces: a fragment is found, and little is held back. */
export const longestPiece = 48;
/** An automaton has tens of states for each byte. */
const mostBytes = 64 * 1024;

export function compileSecrets(known: readonly string[]): Secrets {
  const words: Words = { raw: new Set(), plain: new Set(), packed: new Set() };
  let left = mostBytes;
  for (const value of new Set(known)) {
    const bytes = Buffer.from(value).subarray(0, left);
    left -= bytes.length;
    for (const line of linesOf(bytes)) addLine(words, line);
    // Escaped line breaks may be printed as real ones.
    for (const line of linesOf(plainly(bytes))) addPieces(words.plain, line);
  }
  return { raw: automatonOf(words.raw), plain: automatonOf(words.plain), packed: automatonOf(words.packed) };
}

type Words = Readonly<Record<keyof Secrets, Set<string>>>;

function addLine({ raw, plain, packed }: Words, line: Buffer): void {
  const quoteless = plainly(line);
  addPieces(raw, trimmedOfBackslashes(line));
  addPieces(plain, quoteless);
  // A backslash before it may have taken its first letter.
  if (/^[nrtbf]/.test(quoteless.toString("latin1"))) addPieces(plain, quoteless.subarray(1));
  // A value of quotes has too little left without them.
  const written = quoteless.length < shortest ? writtenForms(line) : [];
  for (const form of written) addPieces(raw, form);
  const hex = line.toString("hex");
  for (const form of [hex, hex.toUpperCase(), ...base64Forms(line)]) addPieces(packed, form);
}

function automatonOf(words: ReadonlySet<string>): Automaton | null {
  return words.size === 0 ? null : buildAutomaton([...words].map((word) => Buffer.from(word, "latin1")));
}

/** A key is printed line by line, with numbers or arrows between. */
function linesOf(value: Buffer): Buffer[] {
  return value
    .toString("latin1")
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line.length >= shortest)
    .map((line) => Buffer.from(line, "latin1"));
}

/** A backslash at the edge may belong to an escape beside it. */
function trimmedOfBackslashes(line: Buffer): string {
  return line.toString("latin1").replace(/^\\+|\\+$/g, "");
}

function writtenForms(line: Buffer): string[] {
  const text = line.toString();
  return [JSON.stringify(text).slice(1, -1), encodeURIComponent(text.toWellFormed())].map((form) =>
    trimmedOfBackslashes(Buffer.from(form)),
  );
}

/** Overlapping pieces of full length. */
function addPieces(words: Set<string>, whole: Buffer | string): void {
  const text = typeof whole === "string" ? whole : whole.toString("latin1");
  if (text.length < shortest) return;
  for (let from = 0; from < text.length; from += longestPiece) {
    const start = Math.max(0, Math.min(from, text.length - longestPiece));
    words.add(text.slice(start, start + longestPiece));
  }
}

/**
 * base64 of a value anywhere in an encoded text: three alignments, each with the characters that the value alone
 * decides. A line break may come after the first few, where the search starts again, so also without them.
 */
function base64Forms(value: Buffer): string[] {
  const forms: string[] = [];
  for (const shift of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(shift), value])
      .toString("base64")
      .replace(/=+$/, "");
    const start = Math.ceil((shift * 8) / 6);
    const end = Math.floor(((shift + value.length) * 8) / 6);
    const core = encoded.slice(start, end);
    for (let skipped = 0; skipped < fewestToGoOn; skipped++) forms.push(core.slice(skipped));
  }
  return forms;
}

/** With fewer characters before a line break, the search stops there. */
export const fewestToGoOn = 4;
