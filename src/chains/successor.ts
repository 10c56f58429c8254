import type { EpochMs, JobId, SheetId } from "../base/ids.ts";
import type { FilledStep } from "../score/follow/fill.ts";

/** One step that follows the end of a job or a sheet, from that end until it has been taken or refused. */
export interface Successor {
  /** The same end has the same successors: one that is recorded twice is one. */
  readonly id: string;
  /** The job that ended, or whose sheet did. */
  readonly job: JobId;
  readonly sheet: SheetId | null;
  readonly on: Trigger;
  /** The step before it in the list, which is settled first; `null`: it is the first. */
  readonly after: string | null;
  /** The first job of the chain. */
  readonly root: JobId;
  /** How many jobs came before a job that it starts. */
  readonly depth: number;
  /** `title`: for people. */
  readonly step: FilledStep | { readonly kind: "unfilled"; readonly required: boolean; readonly title: string };
  readonly notBefore: EpochMs;
  readonly state: SuccessorState;
}

export type Trigger = "success" | "failure" | "complete";

export type SuccessorState =
  | { readonly kind: "waiting" }
  /** Until a person lets it go on. */
  | { readonly kind: "held" }
  /** Its command was started, or is about to be. */
  | { readonly kind: "running" }
  | { readonly kind: "started"; readonly job: JobId }
  | { readonly kind: "succeeded" }
  | { readonly kind: "failed"; readonly why: string }
  /** Its command was running when the conductor was killed. */
  | { readonly kind: "unknown"; readonly why: string }
  /** `blocks`: the steps after it in its list are refused, too. */
  | { readonly kind: "refused"; readonly why: string; readonly blocks?: true };
