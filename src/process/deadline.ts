import { awakeTime, type ProcessClock } from "./awake.ts";

export interface Limits {
  readonly timeoutMs?: number | undefined;
  readonly idleMs?: number | undefined;
}

export interface Watch {
  /** It gave a sign of life. */
  readonly seen: () => void;
  /** The time until `resume` counts for no limit. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** How long it was paused or we slept, all in all. */
  readonly pausedMs: () => number;
  readonly stop: () => void;
}

/** Timers run before input: what it printed in the last moment, or that it has ended, is read within this time. */
const lastLookMs = 20;

/** Calls `expire` at most once, when the time is up or nothing was seen for too long; only time in which we were awake counts. */
export function watchLimits(clock: ProcessClock, limits: Limits, expire: (why: "timed-out" | "idle") => void): Watch {
  const { timeoutMs = Infinity, idleMs = Infinity } = limits;
  const time = awakeTime(clock);
  const endsAt = time.now() + timeoutMs;
  let seenAt = time.now();
  let isOver = false;
  let overdueFrom = Infinity;

  function look(): void {
    const now = time.now();
    const due = Math.min(endsAt, seenAt + idleMs);
    if (isOver || due === Infinity) return;
    if (now < due) {
      overdueFrom = Infinity;
      time.beat(due - now, look);
    } else if (now < overdueFrom + lastLookMs) {
      overdueFrom = Math.min(overdueFrom, now);
      time.beat(overdueFrom + lastLookMs - now, look);
    } else {
      isOver = true;
      expire(now >= endsAt ? "timed-out" : "idle");
    }
  }

  look();
  return {
    seen: () => {
      seenAt = time.now();
    },
    pause: () => time.pause(),
    resume: () => {
      time.resume();
      overdueFrom = Infinity;
      look();
    },
    pausedMs: () => clock.ticks() - time.now(),
    stop: () => {
      isOver = true;
      time.hush();
    },
  };
}
