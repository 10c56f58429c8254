import type { EpochMs } from "../base/ids.ts";
import type { JobStatus } from "../sheet/job.ts";
import type { Successor } from "./successor.ts";

/** What is to be done about a successor now. `until: null`: something else has to happen first. */
export type Deed =
  | { readonly kind: "take" }
  | { readonly kind: "wait"; readonly until: EpochMs | null }
  | { readonly kind: "refuse"; readonly why: string; readonly blocks?: true };

/** The step before it in its list, and the job that one started. */
export interface Before {
  readonly successor: Successor;
  readonly job: JobStatus | null;
}

interface Now {
  readonly now: EpochMs;
  /** `null`: it is the first of its list. */
  readonly before: Before | null;
  /** Whether a person cancelled its chain. */
  readonly isCancelled: boolean;
}

export function deedFor(successor: Successor, { now, before, isCancelled }: Now): Deed {
  if (isCancelled) return { kind: "refuse", why: cancelledWords };
  if (before !== null) {
    const end = endOf(before);
    if (end === "open") return { kind: "wait", until: null };
    // What is done either way is a list of its own.
    if (before.successor.on === successor.on && end === "failed") {
      const { state, step } = before.successor;
      if (state.kind === "refused" && state.blocks === true) return { kind: "refuse", why: state.why, blocks: true };
      if (step.required) return { kind: "refuse", why: `${step.title} is required and did not succeed`, blocks: true };
    }
  }
  if (successor.state.kind === "held") return { kind: "wait", until: null };
  return successor.notBefore > now ? { kind: "wait", until: successor.notBefore } : { kind: "take" };
}

const cancelledWords = "the chain was cancelled";

/** A job that is not detached has to end before the next step. */
function endOf({ successor: { state, step }, job }: Before): "open" | "good" | "failed" {
  switch (state.kind) {
    case "waiting":
    case "held":
    case "running":
      return "open";
    case "succeeded":
      return "good";
    case "failed":
    case "unknown":
    case "refused":
      return "failed";
    case "started":
      if (step.kind === "score" && step.detached) return "good";
      if (job?.kind === "finished") return job.failed === 0 ? "good" : "failed";
      return job === null || job.kind === "cancelled" ? "failed" : "open";
  }
}
