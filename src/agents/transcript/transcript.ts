import type { AgentEvent } from "../agent-event.ts";
import { readerFor } from "../streams/reader-for.ts";
import { type StreamFormat, streamFormats } from "../streams/formats.ts";
import type { LogForm, LogPiece, LogTime } from "../../api/contract/sheet.ts";
import type { EpochMs } from "../../base/ids.ts";
import { type Usage, usedTogether } from "../../sheet/cost/usage.ts";

/** One thing that an agent said or did, and when, where that is known. */
export interface Entry {
  readonly at: EpochMs | null;
  readonly what: Exclude<AgentEvent, { kind: "unread" | "spent" }> | Line | Total;
}

/** A line that is no event: prose, or a line in another format. */
interface Line {
  readonly kind: "line";
  readonly text: string;
}

/** The usage of the run. */
interface Total {
  readonly kind: "total";
  readonly usage: Usage;
}

/** Reads a log piece by piece. Its memory does not grow with the log. */
export interface Transcript {
  add(piece: Pick<LogPiece, "text" | "offset" | "times">): readonly Entry[];
  end(): readonly Entry[];
}

const encoder = new TextEncoder();

/** Browsers read logs too, and have no Buffer. */
function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** A longer line is shown as far as this, and is no event: the conductor reads no more of it either. */
const longestLine = 1024 * 1024;

export function makeTranscript(form: LogForm): Transcript {
  let at: EpochMs | null = null;
  let times: readonly LogTime[] = [];
  let rest = "";
  let place = 0;
  const reader = makeEntries(form, () => at);
  const take = (line: string): readonly Entry[] => {
    at = times.findLast(([from]) => from <= place)?.[1] ?? at;
    place += byteLength(line) + 1;
    return reader.line(line.replace(/\r$/, ""));
  };
  return {
    add: (piece) => {
      place = piece.offset - byteLength(rest);
      ({ times } = piece);
      const lines = (rest + piece.text).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) {
        lines.push(rest);
        rest = "";
      }
      return lines.flatMap(take);
    },
    end: () => {
      const last = rest === "" ? [] : take(rest);
      rest = "";
      return [...last, ...reader.end()];
    },
  };
}

interface Entries {
  line(text: string): readonly Entry[];
  end(): readonly Entry[];
}

/** A repeated entry is shown once: the end of a run repeats its last words. */
function makeEntries(form: LogForm, now: () => EpochMs | null): Entries {
  const reader = readerFor({ ...form, format: formatOf(form) })(() => now() ?? (0 as EpochMs));
  let lastText = "";
  let turns: Usage | null = null;
  let total: Usage | null = null;
  const entriesOf = (event: AgentEvent, line: string): readonly Entry[] => {
    const at = now();
    switch (event.kind) {
      case "unread":
        return [{ at, what: { kind: "line", text: line } }];
      case "spent":
        if (event.scope === "total") total = event.usage;
        else turns = sum(turns, event.usage);
        return [];
      case "said":
        lastText = event.text;
        return [{ at, what: event }];
      case "ended": {
        const text = event.text?.trim() === lastText.trim() ? null : event.text;
        return [{ at, what: { ...event, text } }, ...spent(at)];
      }
      default:
        return [{ at, what: event }];
    }
  };
  const spent = (at: EpochMs | null): readonly Entry[] => {
    const usage = total ?? turns;
    [total, turns] = [null, null];
    return usage === null ? [] : [{ at, what: { kind: "total", usage } }];
  };
  return {
    line: (text) =>
      reader.form.format === "text"
        ? [{ at: now(), what: { kind: "line", text } }]
        : reader.line(text).flatMap((event) => entriesOf(event, text)),
    end: () => [...reader.end().flatMap((event) => entriesOf(event, "")), ...spent(now())],
  };
}

/** A sum of which a part has no price has none: it would look complete. */
function sum(one: Usage | null, other: Usage): Usage {
  if (one === null) return other;
  const both = usedTogether(one, other) ?? other;
  return one.usd === null || other.usd === null ? { ...both, usd: null } : both;
}

/** A log of a later version may have a format that this one does not know: then it is text. */
function formatOf({ format }: LogForm): StreamFormat {
  return streamFormats.find((known) => known === format) ?? "text";
}
