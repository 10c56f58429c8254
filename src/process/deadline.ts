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
  /** The time until `resume` counts for no limit. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** How long it was paused, all in all. */
  readonly pausedMs: () => number;
  readonly stop: () => void;
}

/** A later tick than this says that we slept (or were stopped), not that the program was silent. */
const lateMs = 1000;
/** Node turns a longer delay into one of a millisecond. */
const longestDelayMs = 2 ** 31 - 1;

/** Calls `expire` at most once, when the time is up or nothing was seen for too long. */
export function watchLimits(clock: ProcessClock, limits: Limits, expire: (why: "timed-out" | "idle") => void): Watch {
  const { timeoutMs = Infinity, idleMs = Infinity } = limits;
  const time = pausable(clock);
  const endsAt = time.now() + timeoutMs;
  let seenAt = time.now();
  let isOver = false;
  let callOff = (): void => {};

  function arm(): void {
    if (isOver) return;
    const now = time.now();
    const due = Math.min(endsAt, seenAt + idleMs);
    if (due === Infinity) return;
    const delay = Math.min(Math.max(Math.ceil(due - now), 1), longestDelayMs);
    callOff = clock.after(delay, () => tick(now + delay));
  }

  function tick(expectedAt: number): void {
    const now = time.now();
    const isSilent = now >= seenAt + idleMs;
    const isLate = now - expectedAt > lateMs;
    if (now >= endsAt || (isSilent && !isLate)) {
      isOver = true;
      expire(now >= endsAt ? "timed-out" : "idle");
    } else {
      // Timers run before input: what it printed while we slept has not been read yet, so it gets one more period.
      if (isSilent) seenAt = now;
      arm();
    }
  }

  arm();
  return {
    seen: () => {
      seenAt = time.now();
    },
    pause: () => {
      callOff();
      time.pause();
    },
    resume: () => {
      time.resume();
      arm();
    },
    pausedMs: () => clock.ticks() - time.now(),
    stop: () => {
      isOver = true;
      callOff();
    },
  };
}

/** A clock that stands still while it is paused, so that nothing has to be added to anything afterwards. */
function pausable(clock: ProcessClock): { now(): number; pause(): void; resume(): void } {
  let stoodStillMs = 0;
  let pausedAt: number | null = null;
  const now = (): number => pausedAt ?? clock.ticks() - stoodStillMs;
  return {
    now,
    pause: () => {
      pausedAt = now();
    },
    resume: () => {
      if (pausedAt !== null) stoodStillMs = clock.ticks() - pausedAt;
      pausedAt = null;
    },
  };
}
