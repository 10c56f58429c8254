import { messageOf } from "../base/error.ts";
import { isFault } from "../base/fault.ts";
import type { World } from "../base/world.ts";
import { faultDelayMs } from "../sheet/trouble/fault-delay.ts";

/** Who is told of faults, and whose wish ends the waiting. */
export interface Persistence {
  readonly world: World;
  readonly notice: (text: string) => void;
  readonly cancel?: AbortSignal;
  /** Whether the repository itself is gone: then no fault passes by itself. */
  readonly isGone?: () => boolean;
}

/**
 * Does an effect, and does it again when it meets a fault of the machine: after a pause that grows, so many times, then
 * the fault is thrown. Every effect may be done twice, so nothing is lost by it; whoever asked for the effect knows
 * nothing of the fault.
 */
export async function persist<T>({ world, notice, cancel, isGone }: Persistence, effect: () => Promise<T>): Promise<T> {
  for (let faults = 0; ; faults += 1) {
    try {
      return await effect();
    } catch (error) {
      const delayMs =
        isFault(error) && cancel?.aborted !== true && isGone?.() !== true ? faultDelayMs(faults, world.random()) : null;
      if (delayMs === null) throw error;
      notice(`${messageOf(error)}; it is tried again in ${seconds(delayMs)}, which costs no attempt`);
      await pause(world, delayMs, cancel);
    }
  }
}

/** Until the time is over, or called off. */
export function pause(world: World, delayMs: number, cancel: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      callOff();
      cancel?.removeEventListener("abort", end);
      resolve();
    };
    const callOff = world.after(delayMs, end);
    cancel?.addEventListener("abort", end, { once: true });
  });
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
