import { AsyncLocalStorage } from "node:async_hooks";
import type { JobId } from "../ids.ts";

const current = new AsyncLocalStorage<JobId>();

/** Everything that `work` starts, however far down, is known to be done for this job. */
export function onBehalfOf<T>(job: JobId, work: () => T): T {
  return current.run(job, work);
}

/** What `work` starts is done for no job, whoever asked for it. */
export function onNobodysBehalf<T>(work: () => T): T {
  return current.exit(work);
}

/** The job that this is done for; `null`: none. */
export function jobAtWork(): JobId | null {
  return current.getStore() ?? null;
}
