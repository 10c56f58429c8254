import type { JobId } from "../base/ids.ts";

/** What the validations say now of what sheets left. */
export interface Revalidation {
  readonly job: JobId;
  /** Of the journal, right before anything was made of it. */
  readonly position: number;
  readonly sheets: readonly Revalidated[];
  /** Whether the job goes on, with those that are good. */
  readonly goesOn: boolean;
}

export interface Revalidated {
  readonly sheet: string;
  /** What the sheet was when it was asked for. */
  readonly state: string;
  /** The snapshot that was judged; `null` when there was nothing to judge. */
  readonly snapshot: number | null;
  readonly isGood: boolean;
  /** What each passed validation demands. */
  readonly passed: readonly string[];
  /** What each failed one demands, and why it failed. */
  readonly failed: readonly string[];
  /** Why it could not be judged, as a sentence; `null` when it was. */
  readonly refused: string | null;
}
