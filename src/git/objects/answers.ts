/** The answer of `git cat-file` about one object. */
export type Answer =
  | { readonly kind: "missing" }
  /** `bytes` is absent where only the size was asked for, or it exceeds the cap. */
  | {
      readonly kind: "found";
      readonly id: string;
      readonly type: string;
      readonly size: number;
      readonly bytes?: Buffer;
    };

export interface Expected {
  /** Whether the content follows. */
  readonly hasContent: boolean;
  /** Content longer than this is let go by. */
  readonly mostBytes: number;
}

export interface AnswerReader {
  take(chunk: Buffer): void;
}

/** Cuts output into answers, in any pieces it comes. `expected`: what the next answer is for. */
export function makeAnswerReader(
  expected: () => Expected | undefined,
  onAnswer: (answer: Answer) => void,
): AnswerReader {
  let line = "";
  let content: Content | null = null;

  /** Returns how many of the bytes it used. */
  function takeLine(chunk: Buffer): number {
    const end = chunk.indexOf(10);
    if (end < 0) {
      line += chunk.toString("latin1");
      return chunk.length;
    }
    const [id = "", type = "", size = ""] = (line + chunk.toString("latin1", 0, end)).split(" ");
    line = "";
    const asked = expected();
    if (type === "missing") onAnswer({ kind: "missing" });
    else if (asked?.hasContent === true)
      content = makeContent({ id, type, size: Number(size), mostBytes: asked.mostBytes });
    else onAnswer({ kind: "found", id, type, size: Number(size) });
    return end + 1;
  }

  return {
    take: (chunk) => {
      for (let at = 0; at < chunk.length; ) {
        const rest = chunk.subarray(at);
        at += content?.take(rest) ?? takeLine(rest);
        const whole: Answer | undefined = content?.whole();
        if (whole !== undefined) {
          content = null;
          onAnswer(whole);
        }
      }
    },
  };
}

interface Content {
  take(chunk: Buffer): number;
  whole(): Answer | undefined;
}

function makeContent({
  id,
  type,
  size,
  mostBytes,
}: {
  id: string;
  type: string;
  size: number;
  mostBytes: number;
}): Content {
  const parts: Buffer[] = [];
  // A newline comes after the content.
  let left = size + 1;
  return {
    take: (chunk) => {
      const part = chunk.subarray(0, left);
      left -= part.length;
      if (size <= mostBytes) parts.push(part);
      return part.length;
    },
    whole: () => {
      if (left > 0) return undefined;
      return size > mostBytes
        ? { kind: "found", id, type, size }
        : { kind: "found", id, type, size, bytes: Buffer.concat(parts).subarray(0, size) };
    },
  };
}
