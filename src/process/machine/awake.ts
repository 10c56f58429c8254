import type { World } from "../../base/world.ts";

/** Monotonic time only: a clock set back by two hours must not end or spare anybody. */
export type ProcessClock = Pick<World, "ticks" | "after">;

/** A later tick than this says that we slept or were stopped, not that the time was used. */
const lateMs = 1000;
/**
 * How often time is looked at, so that a sleep costs no more than this of anybody's limit. Far below what Node's timers
 * can count.
 */
const beatMs = 1000;

/** Time that stands still while this process sleeps or is stopped, and while it is paused. */
export interface AwakeTime {
  now(): number;
  /**
   * Calls back after the delay, or sooner: whoever waits for a moment looks at `now` and asks again. Only the last call
   * counts.
   */
  beat(delayMs: number, call: () => void): void;
  /** No beat comes any more, until the next is asked for. */
  hush(): void;
  pause(): void;
  resume(): void;
}

/**
 * Sleep is seen by a beat that comes late: the period that ended with it counts for nothing. What others did meanwhile
 * has not been read yet (timers run before input), so whoever judges gets that period anew. On a machine that is always
 * late, time would never pass: the second late beat in a row counts as what it should have been.
 */
export function awakeTime(clock: ProcessClock): AwakeTime {
  let stoodStillMs = 0;
  let pausedAt: number | null = null;
  let lookedAt = clock.ticks();
  let wasLate = false;
  let callOff = (): void => {};
  /** The beat that is awaited. */
  let expected: { readonly at: number; readonly delayMs: number } | null = null;

  function look(): number {
    const ticks = clock.ticks();
    if (pausedAt === null && expected !== null && ticks > expected.at + lateMs) {
      stoodStillMs += Math.max(0, ticks - lookedAt - (wasLate ? expected.delayMs : 0));
      wasLate = true;
      expected = null;
    }
    lookedAt = ticks;
    return pausedAt ?? ticks - stoodStillMs;
  }

  function hush(): void {
    callOff();
    expected = null;
  }

  return {
    now: look,
    beat: (askedMs, call) => {
      hush();
      const delayMs = Math.min(Math.max(Math.ceil(askedMs), 1), beatMs);
      lookedAt = clock.ticks();
      const awaited = { at: lookedAt + delayMs, delayMs };
      expected = awaited;
      callOff = clock.after(delayMs, () => {
        look();
        if (expected === awaited) wasLate = false;
        expected = null;
        call();
      });
    },
    hush,
    pause: () => {
      pausedAt = look();
      hush();
    },
    resume: () => {
      if (pausedAt !== null) stoodStillMs = clock.ticks() - pausedAt;
      pausedAt = null;
      lookedAt = clock.ticks();
    },
  };
}

/** Calls back once, after so much time awake; the returned function calls it off. */
export function afterAwake(clock: ProcessClock, delayMs: number, call: () => void): () => void {
  const time = awakeTime(clock);
  const until = time.now() + delayMs;
  const wait = (): void => {
    const leftMs = until - time.now();
    if (leftMs > 0) time.beat(leftMs, wait);
    else call();
  };
  wait();
  return () => time.hush();
}
