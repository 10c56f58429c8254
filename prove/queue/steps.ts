import type { EpochMs } from "../../src/base/ids.ts";
import type { World } from "../../src/base/world/world.ts";

/** A step of the queue's, or a timer, that waits to go on. */
export interface Pending {
  readonly step: string;
  readonly go: () => void;
  readonly fail: (error: Error) => void;
}

export interface Steps {
  readonly pass: (step: string) => Promise<void>;
  /** Time passes only when a timer is let go, and a moment at each look at the clock. */
  readonly world: World;
  readonly pending: () => readonly Pending[];
  /** The caller that waited is gone. */
  readonly drop: () => void;
}

/** Every step that takes time waits here until it is released, in any order. */
export function makeSteps(): Steps {
  let pending: Pending[] = [];
  let clock = 1_000;
  const leave = (item: Pending): void => {
    pending = pending.filter((one) => one !== item);
  };
  const pass = (step: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const ending = (end: () => void): void => {
        leave(item);
        end();
      };
      const item: Pending = {
        step,
        go: () => {
          ending(resolve);
        },
        fail: (error) => {
          ending(() => {
            reject(error);
          });
        },
      };
      pending.push(item);
    });
  const world: World = {
    now: () => (clock += 1) as EpochMs,
    ticks: () => clock,
    random: () => 0.5,
    after: (delayMs, call) => {
      const go = (): void => {
        leave(item);
        clock += delayMs;
        call();
      };
      const item: Pending = { step: "timer", go, fail: go };
      pending.push(item);
      return () => {
        leave(item);
      };
    },
  };
  return {
    pass,
    world,
    pending: () => pending,
    drop: () => {
      pending = [];
    },
  };
}
