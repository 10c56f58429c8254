import type { Tutti } from "../../api/tutti.ts";
import type { JobId } from "../../base/ids.ts";
import { entryLines, type ShownLine } from "../transcript/entry-lines.ts";
import { type Entry, makeTranscript, type Transcript } from "../../agents/transcript/transcript.ts";

/** The end of the log of one sheet, and what is added to it. */
export interface LogTail {
  choose(job: JobId, sheet: string): void;
  /** Reads what is new; asked again meanwhile, it looks once more. */
  more(tutti: Pick<Tutti, "call">): Promise<void>;
  lines(width: number): readonly ShownLine[];
}

const tailBytes = 64 * 1024;
const mostEntries = 1_000;
/** A log that grows faster than it is read must not keep this busy for ever. */
const mostPieces = 20;

interface Chosen {
  readonly job: JobId;
  readonly sheet: string;
  attempt: number;
  offset: number;
  transcript: Transcript | null;
  entries: Entry[];
  note: string;
}

export function makeLogTail(): LogTail {
  let chosen: Chosen | null = null;
  let rendered: { readonly width: number; readonly lines: readonly ShownLine[] } | null = null;
  let reading: Promise<void> | null = null;
  let isAsked = false;
  const read = async (tutti: Pick<Tutti, "call">): Promise<void> => {
    while (isAsked) {
      isAsked = false;
      const of = chosen;
      if (of !== null && (await readNew(of, tutti)) && of === chosen) rendered = null;
    }
  };
  return {
    choose: (job, sheet) => {
      if (chosen?.job === job && chosen.sheet === sheet) return;
      chosen = { job, sheet, attempt: 0, offset: 0, transcript: null, entries: [], note: "reading …" };
      rendered = null;
    },
    more: (tutti) => {
      isAsked = true;
      reading ??= read(tutti).finally(() => {
        reading = null;
      });
      return reading;
    },
    lines: (width) => {
      if (rendered?.width === width) return rendered.lines;
      const lines =
        chosen === null || chosen.entries.length === 0
          ? [{ text: ` ${chosen?.note ?? ""}`, tone: "dim" as const }]
          : chosen.entries.flatMap((entry) => entryLines(entry, { width }));
      rendered = { width, lines };
      return lines;
    },
  };
}

/** Whether anything is new. */
async function readNew(of: Chosen, tutti: Pick<Tutti, "call">): Promise<boolean> {
  for (let pieces = 0; pieces < mostPieces; pieces += 1) {
    const isFirst = of.attempt === 0;
    const piece = await tutti.call("sheet.logs", {
      job: of.job,
      folder: "/",
      sheet: of.sheet,
      offset: isFirst ? -tailBytes : of.offset,
      limit: tailBytes,
    });
    if (piece === null) {
      of.note = "It was not tried yet.";
      return true;
    }
    if (piece.attempt !== of.attempt) {
      const isNext = !isFirst;
      Object.assign(of, {
        attempt: piece.attempt,
        transcript: makeTranscript(piece.form),
        note: "Nothing was printed.",
      });
      if (isNext) {
        of.entries.push({ at: null, what: { kind: "line", text: `-- attempt ${piece.attempt}` } });
        of.offset = 0;
        continue;
      }
    }
    const more = of.transcript?.add(piece) ?? [];
    // The first line of a tail is only the end of one.
    const whole = isFirst && piece.offset > 0 ? more.slice(1) : more;
    of.entries = [...of.entries, ...whole].slice(-mostEntries);
    const isEnd = piece.next >= piece.size || piece.next === of.offset;
    of.offset = piece.next;
    if (isEnd) return true;
  }
  return true;
}
