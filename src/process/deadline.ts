import type { World } from "../base/world.ts";

/** Monotonic time only: a clock set back by two hours must not end or spare anybody. */
export type ProcessClock = Pick<World, "ticks" | "after">;

export interface Limits {
  readonly timeoutMs?: number | undefined;
  readonly idleMs?: number | undefined;
}

export interface Watch {
  /** It gave a sign of life. */
  readonly seen: () => void;
  readonly stop: () => void;
}

/** A later tick than this says that we slept (or were stopped), not that the program was silent. */
const lateMs = 1000;
/** Node turns a longer delay into one of a millisecond. */
const longestDelayMs = 2 ** 31 - 1;

/** Calls `expire` at most once, when the time is up or nothing was seen for too long. */
export function watchLimits(clock: ProcessClock, limits: Limits, expire: (why: "timed-out" | "idle") => void): Watch {
  const { timeoutMs = Infinity, idleMs = Infinity } = limits;
  const endsAt = clock.ticks() + timeoutMs;
  let seenAt = clock.ticks();
  let callOff = (): void => {};

  function arm(): void {
    const now = clock.ticks();
    const due = Math.min(endsAt, seenAt + idleMs);
    if (due === Infinity) return;
    const delay = Math.min(Math.max(Math.ceil(due - now), 1), longestDelayMs);
    callOff = clock.after(delay, () => tick(now + delay));
  }

  function tick(expectedAt: number): void {
    const now = clock.ticks();
    const isSilent = now >= seenAt + idleMs;
    const isLate = now - expectedAt > lateMs;
    if (now >= endsAt) {
      expire("timed-out");
    } else if (isSilent && !isLate) {
      expire("idle");
    } else {
      // Timers run before input: what it printed while we slept has not been read yet, so it gets one more period.
      if (isSilent) seenAt = now;
      arm();
    }
  }

  arm();
  return {
    seen: () => {
      seenAt = clock.ticks();
    },
    stop: () => callOff(),
  };
}
