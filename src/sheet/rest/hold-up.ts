import type { EpochMs } from "../../base/ids.ts";
import { isoTime, plural } from "../../base/text.ts";

/**
 * A hold-up: results are ready and do not land. `since`: when one could have landed first. `moves`: how often another
 * hand moved the branch meanwhile.
 */
export interface HoldUp {
  readonly since: EpochMs;
  readonly moves: number;
}

/** Advice for a person. */
export const holdUpAdvice =
  "Results land by themselves as soon as the branch rests; until then, commit less often or on another branch.";

export function holdUpWords({ since, moves }: HoldUp, branch: string): string {
  const waits = `Landing on ${branch} waits since ${isoTime(since)}`;
  return moves === 0
    ? `${waits} for a git that is at work in a checkout of the repository`
    : `${waits}: the branch moved ${plural(moves, "time")} meanwhile, and each time results are merged and tested on it again`;
}
