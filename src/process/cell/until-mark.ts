/** Cuts one stream at the mark that ends a program's part of it. */
export interface UntilMark {
  /**
   * Returns the bytes that certainly belong to the program. `end`: the rest of the mark's line, once all of it has
   * come.
   */
  take(chunk: Buffer): { readonly output: Buffer; readonly end: string | null };
}

export function untilMark(mark: Buffer): UntilMark {
  let held: Buffer = Buffer.alloc(0);
  let isFound = false;
  return {
    take: (chunk) => {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const at = isFound ? 0 : bytes.indexOf(mark);
      if (at === -1) {
        const sure = bytes.length - beginningLength(bytes, mark);
        held = bytes.subarray(sure);
        return { output: bytes.subarray(0, sure), end: null };
      }
      isFound = true;
      held = bytes.subarray(at);
      const newline = held.indexOf(10);
      const end = newline === -1 ? null : held.toString("latin1", mark.length, newline);
      return { output: bytes.subarray(0, at), end };
    },
  };
}

/** How many of the last bytes may be the beginning of a mark. */
function beginningLength(bytes: Buffer, mark: Buffer): number {
  for (let length = Math.min(mark.length - 1, bytes.length); length > 0; length -= 1)
    if (bytes.subarray(bytes.length - length).equals(mark.subarray(0, length))) return length;
  return 0;
}
