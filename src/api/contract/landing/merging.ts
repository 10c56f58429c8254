import type { EpochMs } from "../../../base/ids.ts";
import type { FallenMerge, MergeRule } from "../../../sheet/merges.ts";
import type { ConflictView } from "./review.ts";

/** How a conflict of a result with its target was merged, or why it was not. */
export interface MergingView {
  readonly at: EpochMs;
  /** The merge that landed; `null`: none passed. */
  readonly accepted: MergeRule | null;
  /** Merges that were tested and rejected, in the order of the tests. */
  readonly fallen: readonly FallenMerge[];
  /** Merges that were proposed and not tested: a sentence for each reason. */
  readonly untested: readonly string[];
  /** The three sides; empty where git no longer has them. */
  readonly conflicts: readonly ConflictView[];
}
