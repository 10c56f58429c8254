/** A program that a job waits for now: git, an agent, a validation, a hook. */
export interface OutsideCall {
  readonly pid: number;
  /** Such as `git ls-files` or `claude`. */
  readonly what: string;
  readonly folder: string;
  readonly forMs: number;
  /** Whether it was started for this job: others may wait for it all the same. */
  readonly isOwn: boolean;
}

/** Shorter ones are no news. */
const leastMs = 3_000;
/** More would hide what matters; the oldest are the ones to look at. */
const mostShown = 10;

/** Those that somebody who asks what a job waits for wants to see, the oldest first. */
export function worthTelling(calls: readonly OutsideCall[]): readonly OutsideCall[] {
  return calls
    .filter(({ forMs }) => forMs >= leastMs)
    .toSorted((one, other) => other.forMs - one.forMs)
    .slice(0, mostShown);
}
