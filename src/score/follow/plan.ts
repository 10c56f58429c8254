import type { CommandTemplate } from "../plan/command.ts";

/** The successors of a job or of a sheet. Texts keep their templates until its end. */
export interface FollowPlan {
  readonly success: readonly FollowStep[];
  readonly failure: readonly FollowStep[];
  /** After either of them. */
  readonly complete: readonly FollowStep[];
}

export type FollowStep = ScoreStep | CommandStep;

/** Another score is run as a job. */
export interface ScoreStep {
  readonly kind: "score";
  readonly path: string;
  /** The folder that `path` and `repo` count from, absolute. */
  readonly base: string;
  /** `null`: the repository of the job. */
  readonly repo: string | null;
  /** The new job's workspace; `null`: as its own score says. */
  readonly workspace: string | null;
  /** They go before those of the score. Texts may hold templates. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Cancel and archive unfinished jobs of that score first. */
  readonly fresh: boolean;
  /** The next step does not wait for the end of this job. */
  readonly detached: boolean;
  /** Until a person lets it go on; plans of earlier versions have none. */
  readonly hold?: boolean;
  readonly required: boolean;
  readonly description: string | null;
}

export interface CommandStep {
  readonly kind: "command";
  readonly command: CommandTemplate;
  /** Relative to the repository's folder; `null`: that folder. */
  readonly cwd: string | null;
  readonly timeoutMs: number;
  /** One that was cut short by a crash is run again. */
  readonly repeatable: boolean;
  /** When it fails, the steps after it are not taken. */
  readonly required: boolean;
  readonly description: string | null;
}

/** Limits on a chain of jobs. */
export interface ConcertPlan {
  /** How many jobs may follow the first one, one after another. */
  readonly maxDepth: number;
  /** Between the end of a job and the next one. */
  readonly cooldownMs: number;
  /** The work that a job must have done before its successors start: an attempt of some sheet, or a landing. */
  readonly needs: "played" | "landed";
}

export const usualConcert: ConcertPlan = { maxDepth: 10, cooldownMs: 0, needs: "played" };

/** The handling of the files of a workspace when the next round starts fresh. */
export interface WorkspaceLifecycle {
  readonly archiveOnFresh: boolean;
  /** Absolute; `null`: the folder `archive` in the workspace. */
  readonly archiveDir: string | null;
  readonly naming: "iteration" | "timestamp";
  /** 0: all are kept. */
  readonly maxArchives: number;
  /** Globs of what stays in the workspace. */
  readonly preserve: readonly string[];
}
