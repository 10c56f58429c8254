import type { World } from "../../base/world/world.ts";

/** How the loop of a job is woken: by what ended, by a person's word, by room that became free. */
export interface Bell {
  /** Wakes the waiting loop; rung while none waits, it wakes the next that would. */
  readonly ring: () => void;
  /**
   * Resolves when it is rung, or after so long. Not after longer than a while: timers stand still while the machine
   * sleeps.
   */
  wait(world: Pick<World, "after">, delayMs: number | null): Promise<void>;
}

const longestMs = 30_000;

export function makeBell(): Bell {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      isRung = true;
      wake?.();
    },
    wait: (world, delayMs) =>
      new Promise((resolve) => {
        const done = (): void => {
          callOff?.();
          wake = undefined;
          isRung = false;
          resolve();
        };
        const callOff =
          delayMs === null || isRung ? undefined : world.after(Math.min(longestMs, Math.max(0, delayMs)), done);
        if (isRung) done();
        else wake = done;
      }),
  };
}
