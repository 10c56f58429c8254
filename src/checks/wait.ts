import type { World } from "../base/world/world.ts";
import type { Wait } from "./place.ts";

export function waitIn(world: World): Wait {
  return (delayMs, cancel) =>
    new Promise((resolve) => {
      if (cancel.aborted) {
        resolve();
        return;
      }
      const stop = (): void => {
        callOff();
        resolve();
      };
      const callOff = world.after(delayMs, () => {
        cancel.removeEventListener("abort", stop);
        resolve();
      });
      cancel.addEventListener("abort", stop, { once: true });
    });
}
