import { type Automaton, buildAutomaton } from "./automaton.ts";
import { plainly } from "./plain-view.ts";

/** Values that are known to be secret, made ready for finding: do it once, then use it for every stream. */
export interface Secrets {
  /** As they are; `null` when there are none. */
  readonly raw: Automaton | null;
  /** Without quotes and escapes, as `plainly` gives them. */
  readonly plain: Automaton | null;
  /** In base64 of each alignment, and in hexadecimal digits. */
  readonly packed: Automaton | null;
}

/** Shorter ones are in every text. */
const shortest = 6;
/**
 * Long values are found by pieces: a piece that was cut out is found too, and no more than a piece is ever held back.
 */
export const longestPiece = 48;
/** What is kept of all values together; an automaton has tens of states for each byte of them. */
const mostBytes = 64 * 1024;

export function compileSecrets(known: readonly string[]): Secrets {
  const words: Words = { raw: new Set(), plain: new Set(), packed: new Set() };
  let left = mostBytes;
  for (const value of new Set(known)) {
    const bytes = Buffer.from(value).subarray(0, left);
    left -= bytes.length;
    for (const line of linesOf(bytes)) addLine(words, line);
    // A value that has its line breaks written as escapes is printed with real ones, too.
    for (const line of linesOf(plainly(bytes))) addPieces(words.plain, line);
  }
  return { raw: automatonOf(words.raw), plain: automatonOf(words.plain), packed: automatonOf(words.packed) };
}

type Words = Readonly<Record<keyof Secrets, Set<string>>>;

function addLine({ raw, plain, packed }: Words, line: Buffer): void {
  const quoteless = plainly(line);
  addPieces(raw, trimmedOfBackslashes(line));
  addPieces(plain, quoteless);
  // A backslash before it may have taken its first letter for a line break or its like.
  if (/^[nrtbf]/.test(quoteless.toString("latin1"))) addPieces(plain, quoteless.subarray(1));
  // What is mostly quotes has too little left without them.
  const written = quoteless.length < shortest ? writtenForms(line) : [];
  for (const form of written) addPieces(raw, form);
  const hex = line.toString("hex");
  for (const form of [hex, hex.toUpperCase(), ...base64Forms(line)]) addPieces(packed, form);
}

function automatonOf(words: ReadonlySet<string>): Automaton | null {
  return words.size === 0 ? null : buildAutomaton([...words].map((word) => Buffer.from(word, "latin1")));
}

/**
 * The lines of a value, each a secret of its own: what prints a key prints it line by line, with numbers or arrows
 * between.
 */
function linesOf(value: Buffer): Buffer[] {
  return value
    .toString("latin1")
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line.length >= shortest)
    .map((line) => Buffer.from(line, "latin1"));
}

/**
 * A backslash at the border may belong to what stands beside it: taking half of an escape would break the JSON around
 * it.
 */
function trimmedOfBackslashes(line: Buffer): string {
  return line.toString("latin1").replace(/^\\+|\\+$/g, "");
}

function writtenForms(line: Buffer): string[] {
  const text = line.toString();
  return [JSON.stringify(text).slice(1, -1), encodeURIComponent(text.toWellFormed())].map((form) =>
    trimmedOfBackslashes(Buffer.from(form)),
  );
}

/** Words of a piece's length that together are the whole; the last one overlaps, so that none is short. */
function addPieces(words: Set<string>, whole: Buffer | string): void {
  const text = typeof whole === "string" ? whole : whole.toString("latin1");
  if (text.length < shortest) return;
  for (let from = 0; from < text.length; from += longestPiece) {
    const start = Math.max(0, Math.min(from, text.length - longestPiece));
    words.add(text.slice(start, start + longestPiece));
  }
}

/**
 * What base64 makes of a value that may stand anywhere in what was encoded: three alignments, and of each only the
 * characters that the value alone decides. A line break may come after its first few characters, where the search would
 * begin anew (`packed-view.ts`), so it is also looked for without them.
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

/** With fewer characters of a word before a line break, the search does not go on in the next line. */
export const fewestToGoOn = 4;
