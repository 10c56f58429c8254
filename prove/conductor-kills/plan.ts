import { type Moment, drawMoment } from "../kills-moment.ts";
import type { Chance } from "../seed.ts";

/** One kill -9 that is to come. */
export interface Kill {
  /**
   * With all that it started; else only the conductor itself, so that its git (and agents, where nothing holds them) go
   * on.
   */
  readonly isWhole: boolean;
  /** Counted from when the conductor can be seen, which is before it has put anything in order. */
  readonly moment: Moment;
}

/**
 * Who starts the next conductor: the client that waits for its job, a hand (the client left as soon as the job was
 * accepted), or both at once.
 */
export type Starter = "client" | "hand" | "both";

export interface KillPlan {
  readonly starter: Starter;
  readonly kills: readonly Kill[];
}

/** What a moment's share is of. */
export const spanMs = 2500;

/** Kills that are meant to meet a conductor while it puts in order what the last one left. */
const recoveryShare = 0.3;
const recoveryMs = 500;

/**
 * A client that loses one conductor after the other, each as soon as it is found, gives up at some number above this.
 */
const mostKills = 10;

export function drawPlan(chance: Chance): KillPlan {
  const count = 4 + chance.whole(mostKills - 3);
  return {
    starter: chance.pick(["client", "hand", "both"]),
    kills: Array.from({ length: count }, (_, place) => drawKill(chance, place === 0)),
  };
}

function drawKill(chance: Chance, isFirst: boolean): Kill {
  const isWhole = chance.next() < 0.5;
  if (!isFirst && chance.next() < recoveryShare)
    return { isWhole, moment: { kind: "time", share: (chance.next() * recoveryMs) / spanMs } };
  const moment = drawMoment(chance, isFirst);
  // A sign that is seen often by the end of the job would not be waited for by the next kill.
  return { isWhole, moment: moment.kind === "landing" ? { ...moment, nth: 1 + (moment.nth % 2) } : moment };
}
