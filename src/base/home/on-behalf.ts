import { AsyncLocalStorage } from "node:async_hooks";
import type { JobId, SheetId } from "../ids.ts";

interface Behalf {
  readonly job: JobId;
  readonly sheet: SheetId | null;
}

const current = new AsyncLocalStorage<Behalf>();

/** Everything that `work` starts, however far down, is known to be done for this job. */
export function onBehalfOf<T>(job: JobId, work: () => T): T {
  return current.run({ job, sheet: null }, work);
}

/** As above, for one of its sheets. */
export function onBehalfOfSheet<T>(job: JobId, sheet: SheetId, work: () => T): T {
  return current.run({ job, sheet }, work);
}

/** Programs that `work` starts are run for no job. */
export function onNobodysBehalf<T>(work: () => T): T {
  return current.exit(work);
}

/** The job that this is done for; `null`: none. */
export function jobAtWork(): JobId | null {
  return current.getStore()?.job ?? null;
}

/** The sheet that this is done for; `null`: none in particular. */
export function sheetAtWork(): SheetId | null {
  return current.getStore()?.sheet ?? null;
}
