import type { World } from "../../base/world.ts";
import type { Calls } from "../../process/calls.ts";

const lookMs = 200;

/** Resolves when only git is waited for, and none of it does anything any more: nothing is gained by a longer wait. */
export function watchStuck(
  calls: Pick<Calls, "isStuck">,
  world: Pick<World, "after">,
): { readonly stuck: Promise<undefined>; readonly stop: () => void } {
  const { promise: stuck, resolve } = Promise.withResolvers<undefined>();
  let callOff: () => void = () => undefined;
  const look = (): void => {
    if (calls.isStuck()) resolve(undefined);
    else callOff = world.after(lookMs, look);
  };
  look();
  return {
    stuck,
    stop: () => {
      callOff();
    },
  };
}
