const mostHead = 10_000;
const mostTail = 20_000;

/** The start and the end of what a command prints: errors tend to stand at one of them. */
export function capped(): { readonly add: (chunk: Buffer) => void; readonly text: () => string } {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let dropped = 0;
  return {
    add(chunk) {
      const forHead = chunk.subarray(0, mostHead - head.length);
      head = Buffer.concat([head, forHead]);
      const rest = Buffer.concat([tail, chunk.subarray(forHead.length)]);
      dropped += Math.max(0, rest.length - mostTail);
      tail = rest.subarray(-mostTail);
    },
    text() {
      const middle = dropped === 0 ? "" : `\n(${dropped} bytes left out)\n`;
      return dropped === 0
        ? Buffer.concat([head, tail]).toString("utf8")
        : head.toString("utf8") + middle + tail.toString("utf8");
    },
  };
}
