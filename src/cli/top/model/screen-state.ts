import type { JobId } from "../../../base/ids.ts";
import type { BoardView } from "./board.ts";

export const panes = ["log", "diff", "queue", "needs", "machine"] as const;
export type Pane = (typeof panes)[number];

/** The content of the screen, and the question to the person. */
export interface ScreenState {
  readonly job: JobId | null;
  readonly sheet: string | null;
  readonly focus: "jobs" | "sheets" | "pane";
  readonly pane: Pane;
  /** Lines above the end of a log, or below the start of everything else. */
  readonly scroll: number;
  readonly isHelp: boolean;
  /** Nothing is drawn, so that text can be marked and copied. */
  readonly isFrozen: boolean;
  readonly asking: Asking | null;
  readonly message: string;
}

/** A question with one key as its answer, or words to be typed. */
export type Asking =
  | { readonly kind: "yes"; readonly question: string; readonly act: Act }
  | { readonly kind: "words"; readonly question: string; readonly text: string };

/** Actions that a person wants; the effects are elsewhere. */
export type Act = { readonly kind: "quit" } | { readonly kind: "suspend" } | { readonly kind: "redraw" } | Deed;

/** Actions by Tutti, or in a context. */
export type Deed =
  | { readonly kind: "pause" | "resume" | "cancel-job" | "retry-job"; readonly job: JobId }
  | { readonly kind: "retry" | "cancel" | "approve"; readonly job: JobId; readonly sheet: string }
  | Visit
  | { readonly kind: "tell"; readonly job: JobId; readonly sheet: string; readonly text: string };

export interface Visit {
  readonly kind: "edit" | "shell";
  readonly job: JobId;
  readonly sheet: string;
}

export const firstState: ScreenState = {
  job: null,
  sheet: null,
  focus: "sheets",
  pane: "log",
  scroll: 0,
  isHelp: false,
  isFrozen: false,
  asking: null,
  message: "",
};

/** Keeps what is chosen among what is there. */
export function settled(state: ScreenState, board: BoardView): ScreenState {
  const job = board.jobs.some(({ id }) => id === state.job) ? state.job : (board.jobs[0]?.id ?? null);
  const sheets = job === null ? [] : board.sheets(job);
  const isThere = job === state.job && state.sheet !== null && board.standing(job ?? ("" as JobId), state.sheet);
  const sheet = isThere ? state.sheet : (sheets[0] ?? null);
  return job === state.job && sheet === state.sheet ? state : { ...state, job, sheet };
}
