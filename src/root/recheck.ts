import type { Recheck } from "../conductor/hands.ts";
import { withScratch } from "../isolation/levels/scratch.ts";
import { acquireFolder } from "../isolation/enter/in-place.ts";
import type { Equipment } from "../conductor/equipment/equipment.ts";
import { validate } from "../conductor/equipment/checking.ts";

/**
 * The validations of one job's sheets on what is left of their attempts: on a copy of it, or in the folder that they
 * worked in.
 */
export function makeRecheck(equipment: Equipment): Recheck {
  const { git, places, store } = equipment;
  const { top } = store.repository;
  return async (attempt, { commit, base, isInPlace }, cancel) => {
    const { job, sheet } = attempt;
    const looked = { base, result: commit, leftOut: [], cancel };
    if (!isInPlace || top === null) {
      const request = {
        store,
        job: job.id,
        sheet: sheet.id,
        attempt: attempt.attempt,
        commit,
        identity: job.identity,
        purpose: "check" as const,
        borrow: job.plan.isolation.borrow,
      };
      return withScratch({ git, places }, request, (folder) => validate(equipment, attempt, { folder, ...looked }));
    }
    const lock = await acquireFolder(equipment, { path: top, sheet: sheet.id, cancel });
    try {
      return await validate(equipment, attempt, { folder: top, ...looked });
    } finally {
      lock.release();
    }
  };
}
