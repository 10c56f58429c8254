import type { DiskTrouble } from "../base/home/disk-trouble.ts";
import type { SheetId } from "../base/ids.ts";
import type { RemedyCode } from "../score/healing/codes.ts";
import type { Ended } from "../sheet/events/event.ts";
import type { PlanPatch } from "../sheet/healing/patch.ts";
import type { Job } from "../sheet/job.ts";
import type { Rest } from "../sheet/rest/rest.ts";
import type { FailureReason } from "../sheet/state.ts";

/** `automatic`: done by itself · `suggested`: done where a person or the score allows it · `diagnostic`: only told. */
export type RemedyKind = "automatic" | "suggested" | "diagnostic";

/** One row of the table of remedies. */
export interface Remedy {
  readonly code: RemedyCode;
  /** The proposals for a job with this remedy in it; it looks at nothing else: pure. */
  readonly evidence: (facts: Facts) => readonly Proposal[];
}

/** A remedy for what was found in one job. */
export interface Proposal {
  readonly code: RemedyCode;
  readonly kind: RemedyKind;
  /** Empty: the whole job. */
  readonly sheets: readonly SheetId[];
  /** The evidence, as a sentence. */
  readonly what: string;
  /** The actions of the remedy or of a person, a sentence each. */
  readonly steps: readonly string[];
  readonly act: Act;
}

/** The action, as data. */
export interface Act {
  readonly patch?: PlanPatch;
  /** Made, with the folders above it. */
  readonly folder?: string;
  /** A lock that is moved aside. */
  readonly lock?: string;
  readonly makeRoom?: true;
  /** Results of gates are forgotten, so that they are run again. */
  readonly forgetGates?: true;
  /**
   * `judge`: the validations run again on what the sheets left; one that does not pass then is not tried again.
   * `retry`: one more attempt each. `go-on`: the job goes on as it stands.
   */
  readonly then: "judge" | "judge-or-retry" | "retry" | "go-on";
}

/** A sheet that failed, and how. */
export interface FailedSheet {
  readonly id: SheetId;
  readonly reason: FailureReason;
  /** Its last attempt; `null`: none ended. */
  readonly last: Ended | null;
  /** How often its results conflicted, and where. */
  readonly conflicts: readonly (readonly string[])[];
  /** Folders of the workspace that its file rules look into and that are not there. */
  readonly missingFolders: readonly string[];
}

/** All that remedies look at. */
export interface Facts {
  readonly job: Job;
  readonly rest: Pick<Rest, "kind"> & Partial<Rest>;
  readonly failed: readonly FailedSheet[];
  readonly disk: DiskTrouble | null;
  /** An `index.lock` of the checkout without an owner. */
  readonly staleLock: string | null;
  /** A lock file of a package manager in the checkout, and the command that installs by it. */
  readonly installer: { readonly file: string; readonly command: string } | null;
}

export type { Ended };
