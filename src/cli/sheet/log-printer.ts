import type { LogPiece } from "../../api/contract/sheet.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { makeWriter, type Sink } from "../terminal/writer.ts";
import { type ShownLine, entryLines, tame } from "../transcript/entry-lines.ts";
import { makeTranscript, type Transcript } from "../../agents/transcript/transcript.ts";

/** Where a log goes, piece by piece. */
export interface Printer {
  print(piece: LogPiece): Promise<void>;
  /** The attempt is over: what is left of a line without an end. */
  flush(): Promise<void>;
  /** Whether the reader has closed the pipe (`| head`). */
  isOver(): boolean;
}

/** Bytes as they are, for files and programs. */
export function bytesPrinter(sink: Sink): Printer {
  const writer = makeWriter(sink);
  return {
    isOver: writer.isOver,
    print: ({ base64 = "" }) => writer.write(Buffer.from(base64, "base64")),
    flush: () => Promise.resolve(),
  };
}

/** A person's terminal gets lines that can't speak to it; a file or a program gets text as it was printed. */
export function textPrinter(sink: Sink): Printer {
  const writer = makeWriter(sink);
  if (sink.isTTY !== true)
    return { isOver: writer.isOver, print: ({ text }) => writer.write(text), flush: () => Promise.resolve() };
  let rest = "";
  return {
    isOver: writer.isOver,
    print: async ({ text }) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) {
        lines.push(rest);
        rest = "";
      }
      await writer.write(lines.map((line) => `${tame(line)}\n`).join(""));
    },
    flush: async () => {
      if (rest !== "") await writer.write(`${tame(rest)}\n`);
      rest = "";
    },
  };
}

const longestLine = 100_000;

/** An agent's events as text, tool calls, results, times and cost; prose as it is. */
export function readablePrinter(
  sink: Sink,
  terminal: Pick<Terminal, ShownStyle | "outColumns">,
  isFull: boolean,
): Printer {
  const writer = makeWriter(sink);
  const plain = textPrinter(sink);
  let open: Transcript | undefined;
  const show = (entries: ReturnType<Transcript["end"]>): Promise<void> =>
    writer.write(
      entries
        .flatMap((entry) => entryLines(entry, { width: terminal.outColumns?.(), isFull }))
        .map((line) => `${styled(terminal, line)}\n`)
        .join(""),
    );
  return {
    isOver: writer.isOver,
    print: async (piece) => {
      if (piece.form.format === "text") return plain.print(piece);
      open ??= makeTranscript(piece.form);
      return show(open.add(piece));
    },
    flush: async () => {
      await plain.flush();
      const last = open;
      open = undefined;
      if (last !== undefined) await show(last.end());
    },
  };
}

type ShownStyle = "dim" | "bold" | "red" | "yellow" | "green";

function styled(terminal: Pick<Terminal, ShownStyle>, { text, tone }: ShownLine): string {
  return tone === "plain" || text === "" ? text : terminal[tone](text);
}
