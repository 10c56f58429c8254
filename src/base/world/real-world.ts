import { randomInt } from "node:crypto";
import type { EpochMs } from "../ids.ts";
import type { World } from "./world.ts";

/** The world as it is. Only the composition root uses it. */
export const realWorld: World = {
  now: () => Date.now() as EpochMs,
  ticks: () => performance.now(),
  random: () => randomInt(2 ** 47) / 2 ** 47,
  after: (delayMs, call) => {
    // Longer than this Node's timers overflow and fire at once.
    const timer = setTimeout(call, Math.min(delayMs, 2 ** 31 - 1));
    return () => {
      clearTimeout(timer);
    };
  },
};
