import type { JobId } from "../base/ids.ts";
import type { FixRecord } from "../fix/model.ts";
import type { Entry } from "./entry.ts";

/** Keeps what a job of `tutti fix` is about: to be appended together with the entry that makes the job. */
export function saveFix(job: JobId, record: FixRecord): Extract<Entry, { about: "fix" }> {
  return { about: "fix", job, record };
}
