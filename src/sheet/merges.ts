import { plural } from "../base/text.ts";

/** How a conflict of git's was merged. */
export interface MergeRule {
  readonly way: string;
  readonly reason: string;
}

/** A merge that kept what both sides wrote, and failed its tests. */
export interface FallenMerge extends MergeRule {
  readonly why: string;
}

/** The outcome of the merges that were proposed for a conflict. */
export interface TriedMerges {
  readonly fallen: readonly FallenMerge[];
  /** Proposed and not tested: a sentence for each reason. */
  readonly untested?: readonly string[];
}

/** The merges that were tried and why each fell, as people read it; `null`: nothing was proposed. */
export function triedWords({ fallen, untested = [] }: TriedMerges): string | null {
  const each = fallen.map(({ way, reason, why }) => `${way} (${reason}): ${why}`);
  const tested =
    each.length === 0 ? [] : [`${plural(each.length, "merge")} tested and passed over: ${each.join("; ")}`];
  const all = [...tested, ...(untested.length === 0 ? [] : [`not tested: ${untested.join("; ")}`])];
  return all.length === 0 ? null : all.join("; ");
}
