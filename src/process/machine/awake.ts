import type { World } from "../../base/world/world.ts";

/** Monotonic: a clock set back must not change any limit. */
export type ProcessClock = Pick<World, "ticks" | "after">;

/** A later tick means that we slept or were stopped. */
const lateMs = 1000;
/** A sleep costs no more than this of a limit. Far below the limit of Node's timers. */
const beatMs = 1000;

/** Time that stands still while this process sleeps, is stopped, or is paused. */
export interface AwakeTime {
  now(): number;
  /** Calls back after the delay or sooner: look at `now` and ask again. Only the last call counts. */
  beat(delayMs: number, call: () => void): void;
  hush(): void;
  pause(): void;
  resume(): void;
}

/**
 * A late beat means sleep: its period counts for nothing. Output of others is not read yet (timers run before input),
 * so that period is granted again. On a machine that is always late time would never pass: the second late beat in a
 * row counts as intended.
 */
export function awakeTime(clock: ProcessClock): AwakeTime {
  let stoodStillMs = 0;
  let pausedAt: number | null = null;
  let lookedAt = clock.ticks();
  let wasLate = false;
  let callOff = (): void => {};
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

/** Calls back once after so much time awake; the returned function cancels it. */
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
