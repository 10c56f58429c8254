import { validate } from "../../conductor/equipment/checking.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import { withCopy } from "../../conductor/equipment/copies/copies.ts";
import { unpreparedVerdict } from "../../conductor/equipment/furnish.ts";
import type { Recheck } from "../../conductor/hands.ts";
import { acquireFolder } from "./in-place.ts";

/** Runs a sheet's validations again on what an attempt left: on a copy, or in the user's folder that it worked in. */
export function makeRecheck(equipment: Equipment): Recheck {
  const { top } = equipment.store.repository;
  return async (attempt, { commit, base, isInPlace }, cancel) => {
    const use = (folder: string): ReturnType<Recheck> =>
      validate(equipment, attempt, { folder, base, result: commit, leftOut: [], cancel });
    if (!isInPlace || top === null)
      return withCopy(equipment, attempt, { commit, purpose: "check", use, cancel }).catch(unpreparedVerdict);
    const lock = await acquireFolder(equipment, { path: top, sheet: attempt.sheet.id, cancel });
    try {
      return await use(top);
    } finally {
      lock.release();
    }
  };
}
