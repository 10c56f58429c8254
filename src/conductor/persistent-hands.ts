import type { Hands } from "./hands.ts";
import { persist } from "./persist.ts";

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
