import type { ShownLine, Tone } from "../../transcript/entry-lines.ts";
import type { BoardView } from "../model/board.ts";
import type { ScreenState } from "../model/screen-state.ts";

/** A row of the screen: no wider than it. `isMarked`: shown inverted. */
export interface Row {
  readonly text: string;
  readonly tone: Tone;
  readonly isMarked?: boolean;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** The board and the rest of the screen. */
export interface Drawn {
  readonly board: BoardView;
  readonly state: ScreenState;
  /** All of the pane. */
  readonly lines: readonly ShownLine[];
  readonly now: number;
}
