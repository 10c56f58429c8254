import type { DiffView } from "../../../api/contract/sheet.ts";
import type { ShownLine } from "../../transcript/entry-lines.ts";
import type { BoardView } from "../model/board.ts";
import { draw, layout } from "./draw.ts";
import type { Row, Size } from "./rows.ts";
import type { LogTail } from "../log-tail.ts";
import { diffLines, machineLines, needLines, queueLines } from "./pane-lines.ts";
import type { ScreenState } from "../model/screen-state.ts";

/** All that can be seen. */
export interface Sights {
  readonly board: BoardView;
  readonly tail: Pick<LogTail, "lines">;
  readonly diff: DiffView | string;
  readonly now: number;
}

export function picture(sights: Sights, state: ScreenState, size: Size): readonly Row[] {
  return draw({ board: sights.board, state, lines: paneLines(sights, state, size.columns), now: sights.now }, size);
}

function paneLines({ board, tail, diff, now }: Sights, { pane }: ScreenState, width: number): readonly ShownLine[] {
  switch (pane) {
    case "log":
      return tail.lines(width);
    case "diff":
      return diffLines(diff);
    case "queue":
      return queueLines(board.queues, now);
    case "needs":
      return needLines(board.needs);
    case "machine":
      return machineLines(board.conductor, board.uses, now);
  }
}

/** How many lines of the lower part are seen at once. */
export function paneRowsOf(board: BoardView, { job }: ScreenState, size: Size): number {
  const sheets = job === null ? 0 : board.sheets(job).length;
  return layout(size, { jobs: board.jobs.length, sheets }).pane;
}
