import type { Span } from "./shapes.ts";

/** A block that is not over may still go on. */
export interface KeyBlock extends Span {
  readonly isOpen: boolean;
}

const beginning = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const ending = /-----END [A-Z0-9 ]{0,40}-----/y;
/**
 * What stands in a block: base64, line breaks however written, headers, and what editors put before a line (numbers,
 * arrows, bars).
 */
const body = /(?:[A-Za-z0-9+/=]|[ \t\r\n]|\\+[nrt]|%0[AaDd]|[|>#:,]|\xe2\x86\x92|-(?!----))*/y;
const firstOfBody =
  /^(?:[ \t\r\n|>#:0-9]|\\+[nrt]|%0[AaDd]|\xe2\x86\x92)*(?:(?:Proc-Type|Version|Comment|DEK-Info)|[A-Za-z0-9+/=]{16})/;
/** The longest beginning that tells nothing yet. */
const undecided = 80;
/** Four times the longest key in use. */
const longest = 32 * 1024;

/** Private keys as OpenSSL and SSH write them. The word alone, in a sentence about such files, is none. */
export function findKeyBlocks(text: string, isEnd: boolean): KeyBlock[] {
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
