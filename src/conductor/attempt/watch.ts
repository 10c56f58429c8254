import { messageOf } from "../../base/error.ts";
import type { Context } from "../../isolation/context.ts";
import type { Attempt, Hands } from "../hands.ts";

/** Looks after a context while an agent works in it. */
export interface Watch {
  /** Resolves when no capture runs any more: two captures of one context must not meet. */
  stop(): Promise<void>;
}

interface Watched {
  readonly attempt: Attempt;
  readonly context: Context;
  readonly onSnapshot: () => void;
}

/** Takes a snapshot of a context every few minutes, so that a lost machine costs minutes and not hours. */
export function keepWatch(hands: Hands, over: Watched): Watch {
  const everyMs = over.attempt.job.plan.isolation.snapshotEveryMs;
  let isStopped = false;
  let looking = Promise.resolve();
  let callOff = (): void => {};
  const arm = (): void => {
    if (everyMs === null || isStopped) return;
    callOff = hands.world.after(everyMs, () => {
      looking = look(hands, over).then(arm);
    });
  };
  arm();
  return {
    stop: async () => {
      isStopped = true;
      callOff();
      await looking;
    },
  };
}

/**
 * A file that changes while it is read makes a snapshot fail; the next one comes, and the last one is taken in peace.
 */
async function look(hands: Hands, over: Watched): Promise<void> {
  try {
    await hands.capture(over.attempt, over.context, "periodic");
    over.onSnapshot();
  } catch (error) {
    hands.notice(`${over.attempt.sheet.id}: no snapshot could be taken while its agent works: ${messageOf(error)}`);
  }
}
