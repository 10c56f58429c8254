/** So much of a log is one row of the list; what is not in sight is not in the page. */
export const blockBytes = 16_384;
/** A line is shown whole in the block that it begins in, as far as it ends within this. */
export const overlapBytes = 4_096;

const newline = 10;

/**
 * The part of a piece that belongs to its block. `bytes` begins where the block does and has the overlap at its end: lines
 * that began in an earlier block are left to that one.
 */
export function ownBytes(bytes: Uint8Array, isFirst: boolean): Uint8Array {
  const first = isFirst ? -1 : bytes.subarray(0, overlapBytes).indexOf(newline);
  const rest = bytes.subarray(blockBytes, blockBytes + overlapBytes).indexOf(newline);
  const to = rest === -1 ? Math.min(bytes.length, blockBytes) : blockBytes + rest;
  return bytes.subarray(Math.min(first + 1, to), to);
}

// Colours and the like, titles and links, and single controls: the view is of text.
const escapes = /\u001B(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[ -/]*[0-~]?)/g;
const controls = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/** Text without what a terminal would do: no sequence hides, moves or repeats anything. */
export function plainText(bytes: Uint8Array): string {
  return new TextDecoder()
    .decode(bytes)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(escapes, "")
    .replaceAll(controls, (one) => (one === "\u007F" ? "\u2421" : String.fromCodePoint(0x24_00 + one.charCodeAt(0))));
}
