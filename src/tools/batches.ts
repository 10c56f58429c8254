/** Systems differ in how long a command may be, down to a quarter of a megabyte with its environment. */
const mostBytes = 100_000;

/** Arguments in as few parts as fit behind the command, in their order. One that fits nowhere is a part of its own. */
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

/** Each has an end, and a pointer to it. */
function sizeOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + Buffer.byteLength(word) + 9, 0);
}
