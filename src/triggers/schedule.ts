import { duration } from "../base/text.ts";
import type { EpochMs, JobId } from "../base/ids.ts";

/** When a score is run without a person: at moments, or when something changes. */
export interface Schedule {
  readonly id: string;
  /** Absolute. */
  readonly score: string;
  readonly folder: string;
  readonly when: Timing;
  readonly rules: ScheduleRules;
  readonly isPaused: boolean;
  readonly createdAt: EpochMs;
  /** The next moment; `null`: it watches something. */
  readonly next: EpochMs | null;
  /** Runs that came due and are not started yet. */
  readonly owed: number;
  /** What it watches, as it was last seen; `null`: not yet. */
  readonly seen: string | null;
  readonly last: LastRun | null;
  /** The job that was started last, whatever was skipped since; schedules of earlier versions have none. */
  readonly lastJob?: JobId | null;
}

export type Timing =
  /** `zone`: a name such as `Europe/Berlin`. */
  | { readonly kind: "cron"; readonly expression: string; readonly zone: string }
  | { readonly kind: "every"; readonly ms: number }
  /** A branch of the repository moves. */
  | { readonly kind: "branch"; readonly name: string }
  /** A file appears, changes or is gone. Absolute. */
  | { readonly kind: "file"; readonly path: string };

export interface ScheduleRules {
  /** What becomes of moments at which no conductor ran; `all`: at most `most` of them are made up for. */
  readonly missed: "skip" | "once" | "all";
  readonly most: number;
  /** Whether a run may start while the last one is under way. */
  readonly overlap: boolean;
  /** As `tutti run --fresh`. */
  readonly fresh: boolean;
}

export interface LastRun {
  readonly at: EpochMs;
  /** `null`: none was started. */
  readonly job: JobId | null;
  /** Why not. */
  readonly why: string | null;
}

export function isWatch({ when }: Pick<Schedule, "when">): boolean {
  return when.kind === "branch" || when.kind === "file";
}

/** For people. */
export function timingWords(when: Timing): string {
  switch (when.kind) {
    case "cron":
      return `${when.expression} (${when.zone})`;
    case "every":
      return `every ${duration(when.ms)}`;
    case "branch":
      return `when ${when.name} moves`;
    case "file":
      return `when ${when.path} changes`;
  }
}
