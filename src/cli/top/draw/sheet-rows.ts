import { shortUse } from "../../../base/home/use-words.ts";
import { visible } from "../../../base/text.ts";
import { stateWord } from "../../progress/tally.ts";
import { fill } from "../../terminal/cells.ts";
import { shortName } from "../../terminal/prose.ts";
import type { Tone } from "../../transcript/entry-lines.ts";
import type { Drawn, Row } from "./rows.ts";
import { bar, stretchOf } from "../model/spans.ts";

interface SheetArea {
  readonly names: readonly string[];
  readonly columns: number;
  readonly rows: number;
}

/** Those around the chosen one, each with its time line. */
export function sheetRows({ board, state, now }: Drawn, { names, columns, rows }: SheetArea): readonly Row[] {
  const { job } = state;
  if (job === null) return [];
  const isWide = columns >= 120;
  const [name, line] = isWide ? [34, Math.floor(columns * 0.28)] : [18, 16];
  const span = { from: board.jobs.find(({ id }) => id === job)?.createdAt ?? now, to: board.lastAt(job) ?? now };
  return windowed(names, names.indexOf(state.sheet ?? ""), rows).flatMap((sheet) => {
    const one = board.standing(job, sheet);
    if (one === undefined) return [];
    const isRunning = one.state === "running";
    const since = isRunning && one.phaseSince !== null ? shortSpan(now - one.phaseSince) : "";
    const tried = one.attempt > 1 ? `#${one.attempt} ` : "";
    const more = isRunning ? visible(one.action) : visible(one.why ?? "");
    const text = [
      `${sheet === state.sheet ? ">" : " "}${fill(shortName(sheet), name)}`,
      fill(one.state === "captured" ? "to land" : stateWord(one), 10),
      fill(since, 6),
      bar(board.spans(job, sheet), span, line),
      ...(isWide ? [fill(one.use === null ? "" : shortUse(one.use), widestUse)] : []),
      `${tried}${more}`,
    ].join(" ");
    const isMarked = sheet === state.sheet && state.focus === "sheets";
    return [{ text: text.trimEnd(), tone: tones[stretchOf(one)], isMarked }];
  });
}

const widestUse = "12 min 59 s cpu, 999 MB, 9 processes".length;

/** `5s`, `3m05`, `2h05`: as wide as its column. */
export function shortSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (count: number): string => String(count).padStart(2, "0");
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m${two(seconds % 60)}`;
  return `${Math.floor(seconds / 3600)}h${two(Math.floor((seconds % 3600) / 60))}`;
}

const tones: Readonly<Record<ReturnType<typeof stretchOf>, Tone>> = {
  waiting: "dim",
  preparing: "plain",
  agent: "plain",
  validating: "plain",
  landing: "yellow",
  good: "green",
  bad: "red",
};

/** Those around the chosen one. */
export function windowed<T>(all: readonly T[], at: number, rows: number): readonly T[] {
  const start = Math.max(0, Math.min(all.length - rows, at - Math.floor(rows / 2)));
  return all.slice(start, start + rows);
}
