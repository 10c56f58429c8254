import { once } from "node:events";

export interface Sink extends NodeJS.EventEmitter {
  write(text: string | Uint8Array): boolean;
  /** Absent in a pipe. */
  readonly isTTY?: boolean | undefined;
}

interface Writer {
  readonly write: (text: string | Uint8Array) => Promise<void>;
  readonly isOver: () => boolean;
}

/** Writes no faster than it is read, and stops when the reader is gone. */
export function makeWriter(sink: Sink): Writer {
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      isEnded = true;
      resolve();
    };
    sink.once("error", end).once("close", end);
  });
  return {
    isOver: () => isEnded,
    write: async (text) => {
      if (text.length === 0 || isEnded || sink.write(text)) return;
      // A reader that is slower than the log must not fill the memory.
      await Promise.race([once(sink, "drain").catch(() => undefined), ended]);
    },
  };
}
