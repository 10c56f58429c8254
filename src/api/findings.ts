import type { Tally } from "../findings/tally.ts";

/** What verification has measured so far. */
export interface FindingStats {
  /** By tool, code, strategy and agent. */
  readonly tallies: readonly Tally[];
}
