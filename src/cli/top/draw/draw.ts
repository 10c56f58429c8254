import { knownCostWords } from "../../../api/contract/cost/cost.ts";
import type { JobSummary } from "../../../api/contract/job.ts";
import { plural, visible } from "../../../base/text.ts";
import { nothingSpentYet, spentTogether } from "../../../sheet/cost/usage.ts";
import { cellsIn, fill, fit } from "../../terminal/cells.ts";
import { clock, shortName } from "../../terminal/prose.ts";
import { type Tone, tame } from "../../transcript/entry-lines.ts";
import type { BoardView } from "../model/board.ts";
import type { Drawn, Row, Size } from "./rows.ts";
import { helpLines } from "./help.ts";
import { paneKeys } from "../model/press.ts";
import { panes, type ScreenState } from "../model/screen-state.ts";
import { sheetRows, shortSpan, windowed } from "./sheet-rows.ts";

/** How many rows each part has. */
export function layout({ rows }: Size, counts: { readonly jobs: number; readonly sheets: number }) {
  const room = Math.max(4, rows - 4);
  const jobs = Math.min(Math.max(1, counts.jobs), Math.max(2, Math.floor(room * 0.15)));
  const sheets = Math.min(Math.max(1, counts.sheets), Math.max(1, Math.floor((room - jobs) * 0.45)));
  return { jobs, sheets, pane: Math.max(1, room - jobs - sheets) };
}

/** The whole screen, row by row. */
export function draw(drawn: Drawn, size: Size): readonly Row[] {
  const { board, state } = drawn;
  const names = state.job === null ? [] : board.sheets(state.job);
  const parts = layout(size, { jobs: board.jobs.length, sheets: names.length });
  const body = state.isHelp
    ? padded(
        helpLines.map((text) => ({ text, tone: "plain" as const })),
        size.rows - 2,
      )
    : [
        ...padded(jobRows(drawn, size.columns, parts.jobs), parts.jobs),
        sheetHead(drawn, size.columns),
        ...padded(sheetRows(drawn, { names, columns: size.columns, rows: parts.sheets }), parts.sheets),
        tabs(state, size.columns),
        ...padded(paneRows(drawn, parts.pane), parts.pane),
      ];
  return [title(drawn), ...body, foot(state)].slice(0, size.rows).map((row) => ({
    ...row,
    text: row.isMarked === true ? fill(row.text, size.columns) : fit(row.text, size.columns),
  }));
}

function padded(rows: readonly Row[], count: number): readonly Row[] {
  const blank = { text: "", tone: "plain" } as const;
  return [...rows.slice(0, count), ...Array.from({ length: Math.max(0, count - rows.length) }, () => blank)];
}

function title({ board, now }: Drawn): Row {
  const { conductor, needs, jobs } = board;
  const cost = knownCostWords(jobs.map((job) => job.cost).reduce(spentTogether, nothingSpentYet));
  const words = [
    "tutti",
    ...(conductor === null
      ? ["no conductor"]
      : [
          `${conductor.sheets.running} of ${conductor.sheets.limit} running`,
          `load ${conductor.machine.load.toFixed(1)}/${conductor.machine.cores}`,
          ...(conductor.limits.length === 0 ? [] : [plural(conductor.limits.length, "limit")]),
        ]),
    ...(cost === null ? [] : [cost]),
    ...(needs.length === 0 ? [] : [`${needs.length} need${needs.length === 1 ? "s" : ""} you (n)`]),
    clock(now, now),
  ];
  return { text: ` ${words.join("  ")}`, tone: needs.length === 0 ? "bold" : "yellow", isMarked: true };
}

function jobRows({ board, state, now }: Drawn, columns: number, rows: number): readonly Row[] {
  if (board.conductor === null && board.jobs.length === 0) return [{ text: " reading …", tone: "dim" }];
  if (board.jobs.length === 0) return [{ text: " No jobs yet. Start one with: tutti run score.yaml", tone: "dim" }];
  const at = board.jobs.findIndex(({ id }) => id === state.job);
  return windowed(board.jobs, at, rows).map((job) => ({
    text: `${job.id === state.job ? ">" : " "}${fill(visible(job.id), columns < 120 ? 24 : 40)} ${jobWords(board, job, now)}`,
    tone: jobTone(job),
    isMarked: job.id === state.job && state.focus === "jobs",
  }));
}

const widestStatus = "interrupted".length;
const widestSpan = "23h59".length;

function jobWords(board: BoardView, job: JobSummary, now: number): string {
  const { counts } = job;
  const told =
    board.counts(job.id) ?? `${counts.landed + counts.done + counts.skipped} of ${counts.sheets} landed or done`;
  const why = job.status === "running" || job.why === null ? "" : `${visible(job.why)}; `;
  const since = shortSpan(now - job.createdAt);
  return `${job.status.padEnd(widestStatus)}  ${since.padStart(widestSpan)}  ${why}${told}`;
}

function jobTone({ status, counts, pause }: JobSummary): Tone {
  if (counts.failed > 0) return "red";
  if (pause !== null) return "yellow";
  return status === "finished" || status === "cancelled" ? "dim" : "plain";
}

function sheetHead({ board, state }: Drawn, columns: number): Row {
  const count = state.job === null ? 0 : board.sheets(state.job).length;
  const title = `-- ${plural(count, "sheet")}  · waiting  - preparing  = agent  % validating  > landing  + good  x bad `;
  return { text: title.padEnd(columns, "-"), tone: "dim" };
}

function tabs(state: ScreenState, columns: number): Row {
  const names = panes.map((pane) => {
    const word = `${paneKeys[pane]} ${pane}`;
    return pane === state.pane ? `[${word}]` : ` ${word} `;
  });
  const place = state.scroll === 0 ? "" : " scrolled";
  const whose = state.pane === "log" || state.pane === "diff" ? ` ${shortName(state.sheet ?? "")}` : "";
  const text = `--${names.join("-")}--${whose}${place} `;
  return {
    text: text + "-".repeat(Math.max(0, columns - cellsIn(text))),
    tone: state.focus === "pane" ? "bold" : "dim",
  };
}

function paneRows({ state, lines }: Drawn, rows: number): readonly Row[] {
  const most = Math.max(0, lines.length - rows);
  const scroll = Math.min(state.scroll, most);
  const start = state.pane === "log" ? most - scroll : scroll;
  return lines.slice(start, start + rows);
}

function foot({ asking, message, isHelp, isFrozen }: ScreenState): Row {
  if (isFrozen) return { text: "frozen: mark and copy, then press any key", tone: "yellow" };
  if (asking?.kind === "yes") return { text: `${visible(asking.question)} y/N`, tone: "yellow" };
  if (asking?.kind === "words") return { text: `${visible(asking.question)} ${visible(asking.text)}_`, tone: "yellow" };
  if (message !== "") return { text: tame(message), tone: "yellow" };
  if (isHelp) return { text: "any key: back", tone: "dim" };
  return { text: "? help  p pause  r resume  t retry  x cancel  a approve  b tell  q quit", tone: "dim" };
}
