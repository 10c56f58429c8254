import type { World } from "../base/world/world.ts";

export interface Looking {
  wake(): void;
  /** Resolves when no look is under way. */
  end(): Promise<void>;
}

/** Looks at every wake-up and at least so often, one look at a time. */
export function makeLooking(world: Pick<World, "after">, everyMs: () => number, look: () => Promise<void>): Looking {
  let looking: Promise<void> | null = null;
  let isAgain = false;
  let isOver = false;
  let callOff = (): void => undefined;
  const run = (): void => {
    callOff();
    looking = look().finally(() => {
      looking = null;
      if (isOver) return;
      if (!isAgain) callOff = world.after(everyMs(), run);
      else {
        isAgain = false;
        run();
      }
    });
  };
  return {
    wake: () => {
      if (looking !== null) isAgain = true;
      else if (!isOver) run();
    },
    end: async () => {
      isOver = true;
      callOff();
      await looking;
    },
  };
}
