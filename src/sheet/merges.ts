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

/** What was tried and why each fell, as people read it. */
export function fallenWords(fallen: readonly FallenMerge[]): string {
  const each = fallen.map(({ way, reason, why }) => `${way} (${reason}): ${why}`);
  return `${plural(fallen.length, "merge")} tested and passed over: ${each.join("; ")}`;
}
