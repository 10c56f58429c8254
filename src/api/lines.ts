/** Cuts a stream of bytes into lines. It never holds more of one than it was allowed to. */
export interface Lines {
  /** Everything of the chunk before has been taken by `next`. */
  push(chunk: Uint8Array): void;
  /**
   * The next whole line without its end; `null`: none yet; `over`: this one is longer than the cap, and nothing after
   * it can be read.
   */
  next(capBytes: number): Uint8Array | "over" | null;
  /** Bytes of a line that has no end yet. */
  rest(): number;
}

const newline = 0x0a;
const nothing = new Uint8Array(0);

export function makeLines(): Lines {
  let chunk: Uint8Array = nothing;
  // The beginning of a line whose end has not come. One buffer that doubles: a list of pieces would cost a hundred
  // bytes for each single byte sent.
  let held: Uint8Array = nothing;
  let heldBytes = 0;

  const hold = (piece: Uint8Array): void => {
    if (heldBytes + piece.length > held.length) {
      const larger = new Uint8Array(Math.max(2 * held.length, heldBytes + piece.length));
      larger.set(held.subarray(0, heldBytes));
      held = larger;
    }
    held.set(piece, heldBytes);
    heldBytes += piece.length;
  };
  const take = (piece: Uint8Array): Uint8Array => {
    if (heldBytes === 0) return piece;
    hold(piece);
    const line = held.subarray(0, heldBytes);
    held = nothing;
    heldBytes = 0;
    return line;
  };

  return {
    push(next) {
      chunk = next;
    },
    next(capBytes) {
      const end = chunk.indexOf(newline);
      const piece = end === -1 ? chunk : chunk.subarray(0, end);
      if (heldBytes + piece.length > capBytes) return "over";
      chunk = end === -1 ? nothing : chunk.subarray(end + 1);
      if (end !== -1) return take(piece);
      hold(piece);
      return null;
    },
    rest: () => heldBytes + chunk.length,
  };
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a line; `null` when it is no UTF-8. */
export function textOf(line: Uint8Array): string | null {
  try {
    return strict.decode(line);
  } catch {
    return null;
  }
}
