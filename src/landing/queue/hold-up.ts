import type { CommitSha } from "../../base/ids.ts";
import { branchName, plural } from "../../base/text.ts";
import { type HoldUp, holdUpAdvice } from "../../sheet/rest/hold-up.ts";
import type { QueueState } from "./state.ts";

type Watched = Pick<QueueState, "world" | "race" | "seen">;

/** Notes where the target stands while results wait: each move by another hand costs them a merge, and their tests. */
export function noteHead(queue: Watched, head: CommitSha): void {
  const { race, seen } = queue;
  if (race.head !== undefined && head !== race.head && head !== seen.known) {
    race.holdUp = { since: since(queue), moves: (race.holdUp?.moves ?? 0) + 1 };
    race.movedAt = queue.world.now();
  }
  race.head = head;
}

/** A landing is about to move the target: from here on it may wait for a git in a checkout. */
export function noteAttempt(queue: Watched): void {
  queue.race.holdUp ??= { since: since(queue), moves: 0 };
}

/** Something landed, or nothing waits any more. */
export function noteRest({ race }: Pick<Watched, "race">): void {
  race.holdUp = null;
  race.isTold = false;
}

function since({ race: { holdUp }, world }: Watched): HoldUp["since"] {
  return holdUp?.since ?? world.now();
}

/** How often another hand may move the target, and results are merged and tested on it again, until that is too often. */
const patience = 3;

export function isCrowded({ race: { holdUp } }: Pick<Watched, "race">): boolean {
  return (holdUp?.moves ?? 0) >= patience;
}

/** Tells people once that results wait, and what becomes of them. */
export function tellOfCrowd(queue: Watched & Pick<QueueState, "ground">): void {
  const { race, ground } = queue;
  if (!isCrowded(queue) || race.isTold) return;
  race.isTold = true;
  const why = `landing on ${branchName(ground.ref)} waits: the branch moved ${plural(race.holdUp?.moves ?? 0, "time")} while results were tested on it`;
  ground.notice?.(
    race.pin === undefined
      ? `${why}. ${holdUpAdvice}`
      : `${why}. They are tested once more, and land as merged, not validated again, if it moves meanwhile.`,
  );
}

const longestRestMs = 60_000;

/**
 * How long gates wait for a branch that others keep moving: until it rested for a while, longer with each move. They
 * would run in vain, and what they cost is not available to agents.
 */
export function restBeforeGates({ race: { holdUp, movedAt }, world }: Watched): number {
  const more = (holdUp?.moves ?? 0) - patience;
  if (more < 0 || movedAt === undefined) return 0;
  return Math.max(0, movedAt + Math.min(1000 * 2 ** more, longestRestMs) - world.now());
}
