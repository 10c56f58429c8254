import { duration } from "../base/text.ts";
import { messageOf } from "../base/error.ts";
import { isFault } from "../base/fault.ts";
import type { World } from "../base/world/world.ts";
import { faultDelayMs } from "../sheet/trouble/fault-delay.ts";
import type { Hands } from "./hands.ts";

/** The receiver of faults, and the signal that ends the waiting. */
export interface Persistence {
  readonly world: World;
  readonly notice: (text: string) => void;
  readonly cancel?: AbortSignal;
  /** Whether the repository itself is gone: then no fault passes by itself. */
  readonly isGone?: () => boolean;
}

/**
 * Does an effect, and does it again when it meets a fault of the machine: after a pause that grows, so many times, then
 * the fault is thrown. Every effect may be done twice, so nothing is lost by it; the caller of the effect knows
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
      notice(`${messageOf(error)}; it is tried again in ${duration(delayMs)}, which costs no attempt`);
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

/**
 * The same hands, which do again what met a fault of the machine. Not `play`: an agent that ran is not run again for
 * that. Not `land`: what a queue has answered must be read from the journal first, so its loop offers anew.
 */
export function persistentHands(hands: Hands, stop: AbortSignal): Hands {
  const about = (who: string, cancel?: AbortSignal): Parameters<typeof persist>[0] => ({
    world: hands.world,
    notice: (text) => {
      hands.notice(`${who}: ${text}`);
    },
    ...(cancel === undefined ? {} : { cancel }),
    isGone: () => hands.isGone?.() === true,
  });
  return {
    ...hands,
    readBase: (job, sheet) => persist(about(sheet.id, stop), () => hands.readBase(job, sheet)),
    ...(hands.order === undefined
      ? {}
      : {
          order: (attempt) => persist(about(attempt.sheet.id, stop), async () => (await hands.order?.(attempt)) ?? []),
        }),
    enterContext: (attempt, start, cancel) =>
      persist(about(attempt.sheet.id, cancel), () => hands.enterContext(attempt, start, cancel)),
    findContext: (id) => persist(about(id, stop), () => hands.findContext(id)),
    listContexts: (job) => persist(about(job.id, stop), () => hands.listContexts(job)),
    prepare: (attempt, context, cancel) =>
      persist(about(attempt.sheet.id, cancel), () => hands.prepare(attempt, context, cancel)),
    // Work that is not captured is lost to its sheet: also one that ends has patience for it.
    capture: (attempt, context, why) => {
      // The next one comes in a few minutes, and the agent's end must not wait for this one.
      if (why === "periodic") return hands.capture(attempt, context, why);
      return persist(about(attempt.sheet.id), () => hands.capture(attempt, context, why));
    },
    validate: (attempt, proof, cancel) =>
      persist(about(attempt.sheet.id, cancel), () => hands.validate(attempt, proof, cancel)),
    settle: (attempt, proof, isGood) => persist(about(attempt.sheet.id), () => hands.settle(attempt, proof, isGood)),
    destroy: (proof) => persist(about(proof.context.id), () => hands.destroy(proof)),
    repair: (job, isInterrupted) => persist(about(job.id, stop), () => hands.repair(job, isInterrupted)),
    conclude: (job, cancel) => persist(about(job.id, cancel), () => hands.conclude(job, cancel)),
  };
}
