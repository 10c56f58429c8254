import type { ErrorCode } from "../base/error-codes.ts";
import type { EpochMs, JobId } from "../base/ids.ts";
import type { Plan } from "../score/plan.ts";
import type { SheetEvent } from "../sheet/event.ts";
import type { JobEvent } from "../sheet/job.ts";
import type { AttemptFrom, CustodyViewer } from "./custody.ts";
import type { JobView } from "./view.ts";

/** What a face may ask of Tutti when it is to play. Whoever has this holds the writer lock. */
export interface Player {
  /** Makes a job of a plan and plays it. */
  run(request: { readonly plan: Plan; readonly folder: string; readonly parallel: number | null }, course: Course): Promise<Ending>;
  /** Goes on with a job; no job picks the newest of the folder's repository that is not finished. */
  resume(
    request: {
      readonly job: JobId | undefined;
      readonly folder: string;
      readonly parallel: number | null;
      readonly retryFailed: boolean;
      /** A sheet of the job that is to be tried again, going on from one of its snapshots. */
      readonly from?: Omit<AttemptFrom, "job">;
      /** The database has lost the job: it is rebuilt first, by a score or by the plan that was kept beside it. No job picks the newest that was lost. */
      readonly infer?: { readonly plan: Plan | null };
    },
    course: Course,
  ): Promise<Ending | undefined>;
  close(): Promise<void>;
}

/** What a face may ask without playing. */
export interface Viewer {
  list(): Promise<readonly JobView[]>;
  /** No job picks the newest of the repository that the folder lies in. */
  status(request: { readonly job: JobId | undefined; readonly folder: string }): Promise<JobView | undefined>;
  verify(request: { readonly job: JobId | undefined; readonly folder: string }): Promise<VerifyReport>;
  /** Work that is kept. */
  readonly custody: CustodyViewer;
  close(): Promise<void>;
}

/** How a running job and its watcher reach each other. */
export interface Course {
  readonly stop: AbortSignal;
  readonly watch: (progress: Progress) => void;
}

/** An event of a job without the plan that came with its submission. */
export type JobNews = Exclude<JobEvent, { kind: "submitted" | "inferred" }> | { readonly kind: "submitted" | "inferred"; readonly at: EpochMs };

/** Something that happened, as it happens. */
export type Progress =
  | { readonly kind: "job"; readonly job: JobView; readonly event: JobNews }
  | {
      readonly kind: "sheet";
      readonly job: JobId;
      readonly sheet: string;
      readonly title: string;
      readonly event: SheetEvent;
      readonly state: string;
      readonly why: string | null;
      readonly agent: string | null;
    }
  | { readonly kind: "notice"; readonly text: string };

export interface Ending {
  readonly job: JobView;
  readonly how:
    | { readonly kind: "finished"; readonly failed: number }
    | { readonly kind: "parked"; readonly until: EpochMs }
    | { readonly kind: "stopped" }
    /** Something outside (disk, git, the user's repository) kept it from going on. */
    | { readonly kind: "broken"; readonly code: ErrorCode; readonly message: string; readonly hint: string | null };
}

/** What git says about landings. */
export interface VerifyReport {
  readonly landings: readonly VerifiedLanding[];
  /** Sheets recorded as landed that git does not show on their target. */
  readonly missing: readonly { readonly job: string; readonly sheet: string; readonly commit: string }[];
}

export interface VerifiedLanding {
  readonly job: string;
  readonly sheet: string;
  readonly commit: string;
  readonly level: string;
  /** Each a sentence; empty when everything that can be checked holds. */
  readonly problems: readonly string[];
  /** What could not be checked because it is not there, as in a plain clone. */
  readonly absent: readonly string[];
}
