import type { JobId } from "../../base/ids.ts";

/**
 * Does what changes a job one after the other: two who go on with the same job at once must not both begin to play it.
 */
export type InTurn = <T>(job: JobId, work: () => Promise<T>) => Promise<T>;

export function makeInTurn(): InTurn {
  const last = new Map<JobId, Promise<unknown>>();
  return async (job, work) => {
    const mine = (last.get(job) ?? Promise.resolve()).then(work, work);
    const settled = mine.catch(() => undefined);
    last.set(job, settled);
    try {
      return await mine;
    } finally {
      if (last.get(job) === settled) last.delete(job);
    }
  };
}
