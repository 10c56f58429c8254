import type { Strategy } from "../score/plan/agents/strategy.ts";

/** How often a kind of finding was tried and fixed, as verification measured it. `code`: empty for none. */
export interface Tally {
  readonly tool: string;
  readonly code: string;
  readonly strategy: Strategy | "autofix";
  readonly agent: string;
  readonly tried: number;
  readonly fixed: number;
  /** New findings of this kind from such attempts. */
  readonly introduced: number;
}
