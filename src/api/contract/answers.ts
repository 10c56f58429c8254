import type { MachineUse } from "../../base/home/machine-use.ts";
import type { EpochMs, JobId } from "../../base/ids.ts";
import type { Spending } from "../../sheet/cost/usage.ts";
import type { RemedyCode } from "../../score/healing/codes.ts";
import type { MergingView } from "./landing/merging.ts";
import type { TroubleCategory, TroubleCode } from "../../sheet/trouble/trouble.ts";

/** Answers about a job or a sheet; field names are stable. */

export interface AttemptView {
  readonly attempt: number;
  readonly startedAt: EpochMs;
  readonly endedAt: EpochMs | null;
  readonly agent: string;
  /** `null`: neither the score nor the agent named one. */
  readonly model: string | null;
  /** The agent's own session. */
  readonly session: string | null;
  /** The trouble that it met, E001 to E999. */
  readonly code: TroubleCode | null;
  readonly cost: Spending;
  /** A lower bound of its agent's use of the machine; absent: not measured. */
  readonly use?: MachineUse;
}

export interface JobErrors {
  readonly job: JobId;
  readonly sheets: readonly {
    readonly sheet: string;
    readonly state: string;
    readonly why: string | null;
    readonly attempts: readonly FaultView[];
  }[];
}

/** One attempt that was not good, or the landing of one that was not. */
export interface FaultView extends Pick<AttemptView, "attempt" | "agent" | "model" | "code" | "cost"> {
  readonly at: EpochMs;
  readonly end: string;
  readonly category: TroubleCategory | null;
  readonly title: string | null;
  /** In the agent's or the system's own words. */
  readonly detail: string | null;
  /** When the limit that it met ends, if known. */
  readonly resetAt: EpochMs | null;
  /**
   * The outcome for the sheet: why it waited for its next attempt (`retry`, `rate-limit`, `fallback` …), or its state
   * (`failed` …).
   */
  readonly then: string | null;
  /** Validations, or paths of a conflict. */
  readonly failed: readonly string[];
  /** Where all of what failed validations and gates printed can be read. */
  readonly printed: readonly PrintedView[];
  /** The folder with what it printed. */
  readonly logs: string;
}

export interface PrintedView {
  /** The validation or the gate. */
  readonly what: string;
  /** `null`: the command finds it. */
  readonly path: string | null;
  /** The command that shows it; `null`: only the file has it. */
  readonly command: string | null;
}

export interface Diagnosis {
  readonly job: JobId;
  readonly status: string;
  /** The reasons that hold it up, the weightiest first; empty when there are none. */
  readonly findings: readonly { readonly what: string; readonly next: string | null }[];
  /** The remedies that rules propose, the surest first. */
  readonly remedies: readonly RemedyView[];
  /** Remedies that were used in it, oldest first. */
  readonly healings: readonly HealingView[];
}

export interface RemedyView {
  readonly code: RemedyCode;
  readonly name: string;
  /** `diagnostic`: only a person can do it. */
  readonly kind: "automatic" | "suggested" | "diagnostic";
  /** Empty: the whole job. */
  readonly sheets: readonly string[];
  readonly what: string;
  readonly steps: readonly string[];
}

export interface HealingView extends Omit<RemedyView, "kind"> {
  /** For `job.heal` with `undo`. */
  readonly number: number;
  readonly at: EpochMs;
  /** Whether a person chose it. */
  readonly byPerson: boolean;
  readonly isUndoable: boolean;
  readonly undoneAt: EpochMs | null;
}

export interface Explanation {
  readonly job: JobId;
  readonly sheet: string;
  readonly state: string;
  /** Each a sentence, in the order things happened. */
  readonly because: readonly string[];
  /** The reason why it waits now; `null` when it does not wait. */
  readonly waits: WaitView | null;
  /** The next command to type. */
  readonly next: readonly string[];
  readonly attempts: readonly AttemptView[];
  /** The sum over all its attempts. */
  readonly cost: Spending;
  /** Its last conflict with the target; absent: it had none. */
  readonly merging?: MergingView;
}

export interface WaitView {
  /**
   * `dependency`: for other sheets; `job`: for the whole job to go on; `moment`: for a time of its own; `agent`: for
   * its agent to be usable; `money`: the job has cost what it may; `approval`: for a person's word; `landing`: for its
   * turn to land; `pull-request`: for others to decide; `machine`: for room on the machine; `place`: for a free place.
   */
  readonly kind:
    | "dependency"
    | "job"
    | "moment"
    | "agent"
    | "money"
    | "approval"
    | "landing"
    | "pull-request"
    | "machine"
    | "place";
  /** `null` when no moment is known. */
  readonly until: EpochMs | null;
  readonly code: TroubleCode | null;
}

/** Remedies that a person used or took back. */
export interface Healed {
  readonly job: JobId;
  readonly position: number;
  readonly healings: readonly HealingView[];
  readonly notes: readonly string[];
}
