import type { ProcessClock } from "../../src/process/machine/awake.ts";

export interface Time {
  readonly clock: ProcessClock;
  /** Lets so much time pass; timers fire when they are due. */
  pass(ms: number): void;
  /**
   * Time jumps, and the timers that were due meanwhile fire late: as after a sleep of the machine, or of this process.
   */
  sleep(ms: number): void;
  longestDelay(): number;
}

/** Time that passes only when told. */
export function makeTime(): Time {
  let now = 0;
  let longest = 0;
  let timers: { at: number; call: () => void }[] = [];
  const nextAt = (): number => Math.min(Infinity, ...timers.map((timer) => timer.at));
  const fire = (): void => {
    const due = timers.filter((timer) => timer.at <= now);
    timers = timers.filter((timer) => timer.at > now);
    for (const timer of due) timer.call();
  };
  return {
    clock: {
      ticks: () => now,
      after(delayMs, call) {
        const timer = { at: now + delayMs, call };
        longest = Math.max(longest, delayMs);
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    },
    pass(ms) {
      const until = now + ms;
      for (let next = nextAt(); next <= until; next = nextAt()) {
        now = next;
        fire();
      }
      now = until;
    },
    sleep(ms) {
      now += ms;
      fire();
    },
    longestDelay: () => longest,
  };
}
