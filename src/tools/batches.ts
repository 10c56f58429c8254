/** Some systems allow a quarter of a megabyte for a command with its environment. */
const mostBytes = 100_000;

/** Arguments in as few batches as fit, in order; one that never fits is a batch of its own. */
export function batchesOf(
  words: readonly string[],
  command: readonly string[],
  most = mostBytes,
): readonly (readonly string[])[] {
  const room = Math.max(0, most - sizeOf(command));
  const parts: string[][] = [];
  let left = 0;
  for (const word of words) {
    const size = sizeOf([word]);
    if (parts.length === 0 || size > left) {
      parts.push([]);
      left = room;
    }
    parts.at(-1)?.push(word);
    left -= size;
  }
  return parts;
}

/** Each word has a terminator and a pointer. */
function sizeOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + Buffer.byteLength(word) + 9, 0);
}
