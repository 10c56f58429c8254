import type { ProblemSeverity } from "../../score/source/codes.ts";

/** The plan of a score, and its faults. Nothing is run, made or written. */
export interface ScoreAnswer {
  /** In the order of the text. */
  readonly problems: readonly ScoreProblem[];
  /** `null` when anything is wrong. */
  readonly plan: ScoreOutline | null;
}

export interface ScoreProblem {
  readonly severity: ProblemSeverity;
  readonly code: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  /** The way to it by keys, such as `sheets[0].prompt`; empty: the score as a whole. */
  readonly path: string;
  readonly message: string;
  /** The file that it is in, where that is not the score itself. */
  readonly file: string | null;
}

export interface ScoreOutline {
  readonly name: string;
  readonly parallel: number;
  readonly isolation: string;
  /** The branch that results land on; `null`: the one that is checked out. */
  readonly target: string | null;
  /** One of the longest ways, by ids, first to last. */
  readonly longestChain: readonly string[];
  readonly sheets: readonly ScoreSheet[];
}

export interface ScoreSheet {
  readonly id: string;
  readonly title: string;
  readonly after: readonly string[];
  /** With those that take over, in their order. */
  readonly agents: readonly string[];
  readonly validations: number;
}
