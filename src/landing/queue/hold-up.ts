import type { CommitSha } from "../../base/ids.ts";
import type { HoldUp } from "../../sheet/hold-up.ts";
import type { QueueState } from "./state.ts";

type Watched = Pick<QueueState, "world" | "race" | "seen">;

/** Notes where the target stands while results wait: each move by another hand costs them a merge, and their tests. */
export function noteHead(queue: Watched, head: CommitSha): void {
  const { race, seen } = queue;
  if (race.head !== undefined && head !== race.head && head !== seen.known)
    race.holdUp = { since: since(queue), moves: (race.holdUp?.moves ?? 0) + 1 };
  race.head = head;
}

/** A landing is about to move the target: from here on it may wait for a git in a checkout. */
export function noteAttempt(queue: Watched): void {
  queue.race.holdUp ??= { since: since(queue), moves: 0 };
}

/** Something landed, or nothing waits any more. */
export function noteRest({ race }: Pick<Watched, "race">): void {
  race.holdUp = null;
}

function since({ race: { holdUp }, world }: Watched): HoldUp["since"] {
  return holdUp?.since ?? world.now();
}
