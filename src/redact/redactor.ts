import { type KnownValues, type Range, lookForValues } from "./known-values.ts";
import { type Secrets, compileSecrets } from "./secrets.ts";
import { type Span, findShapes, goesOn, openWordsFrom } from "./shapes.ts";

/** Takes secrets out of a stream cut anywhere. */
export interface Redactor {
  /** What is decided; the rest may still become a secret. */
  push(chunk: Buffer): Buffer;
  end(): Buffer;
}

export function redactText(secrets: Secrets, text: string): string {
  const redactor = makeRedactor(secrets);
  return Buffer.concat([redactor.push(Buffer.from(text)), redactor.end()]).toString();
}

/** For output of programs: removes these secrets, and what looks like one. */
export function cleanerFor(secrets: readonly string[]): () => Redactor {
  const known = compileSecrets(secrets);
  return () => makeRedactor(known);
}

const mark = "[redacted]";
/** How much of an unfinished line is held back; more for a private key. */
const mostHeld = 8 * 1024;
const mostOfKnown = 16 * 1024;

export function makeRedactor(secrets: Secrets): Redactor {
  const known = lookForValues(secrets);
  const held: Held = { text: "", base: 0, ranges: [], redactedTo: -1, isSwallowing: false };
  return {
    push(chunk) {
      held.ranges.push(...known.take(chunk));
      // One character a byte: a text may have no encoding.
      const fresh = chunk.toString("latin1");
      held.text += fresh;
      if (held.isSwallowing) swallow(held, false);
      // More of the same word changes nothing.
      if (!/[ \t\r\n]/.test(fresh) && held.text.length <= mostHeld) return Buffer.alloc(0);
      return release(held, known, false);
    },
    end() {
      held.ranges.push(...known.end());
      if (held.isSwallowing) swallow(held, true);
      return release(held, known, true);
    },
  };
}

interface Held {
  text: string;
  base: number;
  /** Known values, by position in the stream. */
  ranges: Range[];
  /** A redaction that continues here needs no mark of its own. */
  redactedTo: number;
  /** A secret longer than what is held: the rest is dropped. */
  isSwallowing: boolean;
}

function swallow(held: Held, isEnd: boolean): void {
  goesOn.lastIndex = 0;
  const length = goesOn.exec(held.text)?.[0].length ?? 0;
  held.isSwallowing = !isEnd && length === held.text.length;
  dropFirst(held, length);
  held.redactedTo = held.base;
}

function dropFirst(held: Held, length: number): void {
  held.text = held.text.slice(length);
  held.base += length;
}

function release(held: Held, known: KnownValues, isEnd: boolean): Buffer {
  const { text, base } = held;
  const blocks = findKeyBlocks(text, isEnd);
  const values = held.ranges.map(({ from, to }) => ({
    contextFrom: Math.max(0, from - base),
    from: Math.max(0, from - base),
    to: to - base,
  }));
  const spans = [...values.filter(({ to }) => to > 0), ...findShapes(text), ...blocks].sort(
    (one, other) => one.from - other.from,
  );
  const limit = isEnd
    ? text.length
    : limitOf({
        held,
        spans,
        blockFrom: blocks.find(({ isOpen }) => isOpen)?.from ?? Infinity,
        knownFrom: known.openFrom() - base,
      });
  const said = withMarks(held, spans, limit);
  dropFirst(held, limit);
  held.ranges = held.ranges.filter(({ to }) => to > held.base);
  return Buffer.from(said, "latin1");
}

interface Pending {
  readonly held: Held;
  readonly spans: readonly Span[];
  /** An unfinished private key. */
  readonly blockFrom: number;
  readonly knownFrom: number;
}

function limitOf({ held, spans, blockFrom, knownFrom }: Pending): number {
  const { text } = held;
  const lineFrom = text.lastIndexOf("\n") + 1;
  const wordsFrom = lineFrom + openWordsFrom(text.slice(lineFrom));
  let limit = Math.min(wordsFrom, Math.max(knownFrom, text.length - mostOfKnown));
  if (text.length - limit > mostHeld && limit === wordsFrom) {
    limit = text.length - mostHeld / 2;
    const across = spans.filter((span) => span.contextFrom < limit && span.to > limit);
    held.isSwallowing = across.some(({ to }) => to === text.length) && blockFrom === Infinity;
    limit = Math.max(limit, ...across.map(({ to }) => to));
  }
  limit = Math.min(limit, blockFrom);
  for (const span of spans.toReversed()) if (span.contextFrom < limit && span.to > limit) limit = span.contextFrom;
  return limit - backslashesBefore(text, limit);
}

function withMarks(held: Held, spans: readonly Span[], limit: number): string {
  const { text, base } = held;
  let said = "";
  let at = 0;
  for (const { from, to } of spans) {
    if (from >= limit || to <= at) continue;
    // Half an escape would break the JSON around it.
    const start = Math.max(at, from - (backslashesBefore(text, from) % 2));
    said += text.slice(at, start);
    if (base + start !== held.redactedTo) said += mark;
    at = Math.min(to, limit);
    held.redactedTo = base + at;
  }
  return said + text.slice(at, limit);
}

function backslashesBefore(text: string, place: number): number {
  let from = place;
  while (from > 0 && place - from < 64 && text.charCodeAt(from - 1) === 0x5c) from -= 1;
  return place - from;
}

interface KeyBlock extends Span {
  readonly isOpen: boolean;
}

const beginning = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const ending = /-----END [A-Z0-9 ]{0,40}-----/y;
/** base64, line breaks in any form, headers, and prefixes of editors (numbers, arrows, bars). */
const body = /(?:[A-Za-z0-9+/=]|[ \t\r\n]|\\+[nrt]|%0[AaDd]|[|>#:,]|\xe2\x86\x92|-(?!----))*/y;
const firstOfBody =
  /^(?:[ \t\r\n|>#:0-9]|\\+[nrt]|%0[AaDd]|\xe2\x86\x92)*(?:(?:Proc-Type|Version|Comment|DEK-Info)|[A-Za-z0-9+/=]{16})/;
const undecided = 80;
/** Four times the longest key in use. */
const longest = 32 * 1024;

/** Private keys of OpenSSL and SSH; the words alone are none. */
function findKeyBlocks(text: string, isEnd: boolean): KeyBlock[] {
  const blocks: KeyBlock[] = [];
  let over = 0;
  for (const match of text.matchAll(beginning)) {
    if (match.index < over) continue;
    const block = readBlock(text, { from: match.index, bodyFrom: match.index + match[0].length, isEnd });
    if (block === undefined) continue;
    blocks.push(block);
    over = block.to;
  }
  return blocks;
}

function readBlock(
  text: string,
  { from, bodyFrom, isEnd }: { from: number; bodyFrom: number; isEnd: boolean },
): KeyBlock | undefined {
  const isUndecided = !isEnd && text.length - bodyFrom < undecided;
  if (!firstOfBody.test(text.slice(bodyFrom, bodyFrom + undecided)))
    return isUndecided ? { contextFrom: from, from, to: text.length, isOpen: true } : undefined;
  body.lastIndex = bodyFrom;
  const bodyTo = bodyFrom + (body.exec(text)?.[0].length ?? 0);
  ending.lastIndex = bodyTo;
  const end = ending.exec(text);
  if (end !== null) return { contextFrom: from, from, to: bodyTo + end[0].length, isOpen: false };
  const isOpen =
    !isEnd &&
    bodyTo - from < longest &&
    /^(?:\\*|%0?|-----[A-Z0-9 -]*|\xe2\x86?)$/.test(text.slice(bodyTo, bodyTo + undecided));
  return { contextFrom: from, from, to: isOpen ? text.length : bodyTo, isOpen };
}
