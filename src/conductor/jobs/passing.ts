import { codeOf } from "../../base/error.ts";
import { isFault } from "../../base/fault.ts";

const passing: ReadonlySet<string> = new Set(["resources.short", "conductor.stopping", "store.write_failed"]);

/** Whether a job that could not be started now may be started later. */
export function isPassing(error: unknown): boolean {
  return isFault(error) || passing.has(codeOf(error) ?? "");
}
