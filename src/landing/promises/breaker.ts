import type { SheetId } from "../../base/ids.ts";
import type { LostPromise } from "../../sheet/promises.ts";
import type { TrailCommit } from "./trail.ts";

/**
 * The place of the commit that broke a promise, found by halving: it is not kept at 0, the newest. `landing`: where it
 * was made. `undefined`: it does not even hold there, so nobody after that broke it.
 */
export async function breakerOf(
  landing: number,
  holdsAt: (place: number) => Promise<boolean>,
): Promise<number | undefined> {
  if (!(await holdsAt(landing))) return undefined;
  let [broken, kept] = [0, landing];
  while (kept - broken > 1) {
    const middle = Math.floor((broken + kept) / 2);
    if (await holdsAt(middle)) kept = middle;
    else broken = middle;
  }
  return broken;
}

interface Loss {
  readonly sheet: SheetId;
  /** Where the promise was made, and what broke it: places in the trail, the newest is 0. */
  readonly place: number;
  readonly by: number;
  readonly reason: string;
}

/** A sheet that started from the other's work may replace it; whoever did not know of it broke it. */
export function lossBy(trail: readonly TrailCommit[], { sheet, place, by, reason }: Loss): LostPromise {
  const breaker = trail[by];
  if (breaker === undefined) return { sheet, how: "broken", by: null, reason };
  const base = trail.findIndex(({ commit }) => commit === breaker.landing?.base);
  const hadSeen = base !== -1 && base <= place;
  return {
    sheet,
    how: hadSeen ? "superseded" : "broken",
    by: { commit: breaker.commit, sheet: breaker.landing?.sheet ?? null },
    reason,
  };
}
