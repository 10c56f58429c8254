/** Cuts bytes into lines of text. */
export interface LineCutter {
  take(bytes: Buffer): void;
  end(): void;
}

/** A program that never ends its line must not fill the memory. */
const longestLine = 1024 * 1024;

export function makeLineCutter(call: (line: string) => void): LineCutter {
  let pieces: Buffer[] = [];
  let length = 0;
  let beyond = 0;

  function add(piece: Buffer): void {
    const part = piece.subarray(0, longestLine - length);
    if (part.length > 0) pieces.push(part);
    length += part.length;
    beyond += piece.length - part.length;
  }

  function finish(): void {
    const bytes = Buffer.concat(pieces);
    const isReturned = beyond === 0 && bytes.at(-1) === carriageReturn;
    // Decoded as a whole, so that no character is cut where a chunk was; only a line that is too long may end within
    // one.
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(isReturned ? bytes.subarray(0, -1) : bytes, {
      stream: beyond > 0,
    });
    const mark = beyond === 0 ? "" : ` [tutti: the line is cut here, ${beyond} bytes more]`;
    [pieces, length, beyond] = [[], 0, 0];
    call(text + mark);
  }

  return {
    take(bytes) {
      let from = 0;
      for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
        add(bytes.subarray(from, end));
        finish();
        from = end + 1;
      }
      if (from < bytes.length) add(bytes.subarray(from));
    },
    end: () => {
      if (length > 0) finish();
    },
  };
}

const [newline, carriageReturn] = [10, 13];
