import { once } from "node:events";
import { shown } from "../terminal/prose.ts";

/** Where the text of a log goes, as it comes. */
export interface Printer {
  print(text: string): Promise<void>;
  /** What is left of a line without an end. */
  flush(): Promise<void>;
  /** Whether nobody reads any more (`| head`). */
  isOver(): boolean;
}

interface Sink extends NodeJS.EventEmitter {
  write(text: string): boolean;
  /** Absent in a pipe. */
  readonly isTTY?: boolean | undefined;
}

/** A person's terminal gets lines that can't speak to it; a file or a program gets what was printed, byte for byte. */
export function makePrinter(sink: Sink): Printer {
  let rest = "";
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      isEnded = true;
      resolve();
    };
    sink.once("error", end).once("close", end);
  });
  const write = async (text: string): Promise<void> => {
    if (text === "" || isEnded || sink.write(text)) return;
    // A reader that is slower than the log must not fill the memory.
    await Promise.race([once(sink, "drain").catch(() => undefined), ended]);
  };
  const isOver = (): boolean => isEnded;
  if (sink.isTTY !== true) return { print: write, flush: () => Promise.resolve(), isOver };
  return {
    isOver,
    print: async (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) {
        lines.push(rest);
        rest = "";
      }
      await write(lines.map((line) => `${tame(line)}\n`).join(""));
    },
    flush: async () => {
      if (rest !== "") await write(`${tame(rest)}\n`);
      rest = "";
    },
  };
}

const longestLine = 100_000;

/**
 * What agents print is data. Colours go, tabs stay, everything else that would speak to the terminal is written out.
 */
export function tame(line: string): string {
  const plain = line.replaceAll(/\u001b\[[0-9;:]*m/g, "").replace(/\r$/, "");
  return plain.split("\t").map(shown).join("\t");
}
