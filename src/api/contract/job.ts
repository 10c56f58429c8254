import type { HealingView } from "./answers.ts";
import type { PrintedView } from "./answers.ts";
import type { AgentCost, JobCost } from "./cost/cost.ts";
import type { TuttiEvent } from "./events.ts";
import type { MachineUse } from "../../base/home/machine-use.ts";
import type { DiskTrouble } from "../../base/home/disk-trouble.ts";
import type { EpochMs, JobId } from "../../base/ids.ts";
import { isoTime } from "../../base/text.ts";
import type { Problem } from "../../score/source/problem.ts";
import type { KnownCollision } from "../../sheet/counts.ts";
import type { Review } from "../../sheet/verdict.ts";
import type { Spending } from "../../sheet/cost/usage.ts";
import type { HoldUp } from "../../sheet/rest/hold-up.ts";
import type { PromiseReport } from "../../sheet/promises.ts";
import type { PauseCause, TakenOut } from "../../sheet/rest/rest.ts";
import type { Phase } from "../../sheet/state.ts";
import type { TroubleCode } from "../../sheet/trouble/trouble.ts";

/** A job as people and programs see it; field names are stable. */
export interface JobView {
  readonly id: JobId;
  readonly name: string;
  /** `interrupted`: it was being played by a Tutti that is gone. */
  readonly status: "running" | "interrupted" | "pausing" | "paused" | "cancelling" | "cancelled" | "finished";
  readonly why: string | null;
  /** Why it is paused, for programs; `null` when it is not. */
  readonly pause: PauseCause | null;
  readonly priority: number;
  readonly parallel: number;
  /** The score's file. */
  readonly score: string | null;
  readonly repository: string;
  /** `null`: nothing lands, because sheets work in the folder itself. */
  readonly target: string | null;
  /** Where results land now; differs from the target after a diversion. */
  readonly landsOn: string | null;
  /** Why; in `status` no more once it was merged to the target after the job's end. */
  readonly diverted: string | null;
  /** The level of isolation the job is played with. */
  readonly isolation: string;
  readonly per: "sheet" | "job";
  /** Why it is less than the score asks for. */
  readonly fallback: string | null;
  readonly createdAt: EpochMs;
  /** Whether it was rebuilt from its traces, because the database had lost it. */
  readonly inferred: boolean;
  /** Put away by `tutti archive`; only in `list`. */
  readonly archived?: boolean;
  readonly counts: {
    readonly sheets: number;
    readonly landed: number;
    readonly done: number;
    /** Those of the done ones whose result lies in the user's own folder, where it was made, and did not land. */
    readonly inPlace: number;
    readonly skipped: number;
    readonly failed: number;
    readonly blocked: number;
    /** Those whose pull request is neither merged nor closed. */
    readonly proposed: number;
    readonly running: number;
    readonly waiting: number;
  };
  /** The phases of running sheets now: how many sheets are in each, and since when the first; empty when none runs. */
  readonly phases: readonly { readonly phase: Phase; readonly sheets: number; readonly since: EpochMs }[];
  /** Landed sheets whose change was not on its branch any more when the job ended; absent: all was there. */
  readonly takenOut?: readonly TakenOut[];
  /** How what its sheets promised stands on the target, once all of it has landed. */
  readonly promises?: PromiseReport;
  /** The job that it followed, the first job of its chain, and how many jobs came before it; absent: none. */
  readonly chain?: { readonly root: JobId; readonly parent: JobId; readonly depth: number };
  /** The successors of it and its sheets; only in `status`. */
  readonly successors?: readonly SuccessorView[];
  /** Remedies that were used in it; absent: none. */
  readonly healings?: readonly HealingView[];
  /** Its use so far. */
  readonly cost: JobCost;
  /** The cost and use of each agent; only in `status`. */
  readonly agents?: readonly AgentCost[];
  readonly sheets: readonly SheetView[];
  /**
   * The trouble with the disk that contexts lie on, `null` when there is room; only in `status`, and only until the job
   * is over.
   */
  readonly disk?: DiskTrouble | null;
  /** Accounts that keep its sheets waiting, and why; only in `status`. */
  readonly accounts?: readonly { readonly agent: string; readonly why: string; readonly until: EpochMs | null }[];
  /** Tutti's bare repository, in which kept work can be looked at; only in `status`. */
  readonly store?: string | null;
  /** Programs that it waits for now, each for more than a few seconds; only in `status`. */
  readonly waitsFor?: readonly OutsideCall[];
  /** Another git keeps its results from landing for more than a few seconds; only in `status`. */
  readonly holdUp?: HoldUp;
  /** How its newest context got what the checkout has and git does not, as lines; only in `status`. */
  readonly prepared?: readonly string[];
}

/** A job without its sheets, as lists have it. */
export type JobSummary = Omit<
  JobView,
  "sheets" | "store" | "agents" | "accounts" | "disk" | "waitsFor" | "holdUp" | "prepared" | "successors"
>;

/** A job, or one of its sheets, that a name fits. */
export interface Found extends Pick<JobView, "name" | "status" | "repository" | "createdAt"> {
  readonly job: JobId;
  readonly sheet: { readonly id: string; readonly title: string } | null;
}

export interface SheetView {
  /** A lower bound of the machine use of its last attempt's agent; only in `status`; absent: not measured. */
  readonly use?: MachineUse;
  readonly id: string;
  readonly title: string;
  /**
   * The state, with `blocked` for a sheet that waits for one that failed and `interrupted` for one that ran when its
   * Tutti died.
   */
  readonly state: string;
  readonly attempts: number;
  /** Who it is with: the agent that plays it, did last, or will. */
  readonly agent: string;
  /** As the score names it; in `status` as the agent says it. `null`: none was named. */
  readonly model: string | null;
  /** The agent's own session, to go on with where it can. */
  readonly session: string | null;
  /** The trouble its last attempt met, E001 to E999; other than in `status` only of a sheet that failed. */
  readonly code: TroubleCode | null;
  /** The sum over all its attempts. */
  readonly cost: Spending;
  /** When the attempt began that runs now; only while one does. */
  readonly startedAt?: EpochMs;
  /**
   * Whether the agent gave a sign of life; only while it waits or runs. Agents that have no way to give one count as
   * alive.
   */
  readonly isAlive?: boolean;
  /** The phase of the attempt that runs now, and since when; only while one runs. */
  readonly phase?: Phase;
  readonly phaseSince?: EpochMs;
  /** Not to be started before this moment; only while it waits for one. */
  readonly notBefore?: EpochMs;
  /** Whether its result may land; only while one waits for that. */
  readonly isApproved?: boolean;
  /** The reviewer's last answer, and how often it sent the sheet back; absent: it was not asked. */
  readonly review?: Review & { readonly sentBack: number };
  /** Collisions of its work with that of others while it ran, oldest first; only while it waits or runs. */
  readonly collisions?: readonly KnownCollision[];
  /** It competes with others of its group, of which one lands; absent: it does not. */
  readonly contest?: ContestView;
  readonly commit: string | null;
  readonly level: string | null;
  /** Why it waits, failed or is blocked, as a sentence. */
  readonly why: string | null;
  /** The work of a sheet that did not land, as a commit in Tutti's store. */
  readonly kept: string | null;
  /** The pull request that it is offered as, or was merged as. */
  readonly pull: { readonly number: number; readonly url: string; readonly branch: string } | null;
  /** The reading of its traces when its job was rebuilt without the database, as a sentence. */
  readonly inferred: string | null;
  /** The sheets that it waits for; only in `status`. */
  readonly after?: readonly string[];
  /** Where the last attempt ran; only in `status`. */
  readonly context?: ContextView | null;
  /** The folder with prompt and output of the last attempt; only in `status`. */
  readonly logs?: string | null;
  /** Where all of what failed validations and gates of the last attempt printed can be read; only in `status`. */
  readonly printed?: readonly PrintedView[];
  /** The files that the last capture does not hold, each with the reason; only in `status`. */
  readonly leftOut?: readonly string[];
}

export interface ContestView {
  readonly group: string;
  /** `open`: not decided yet, or nothing of it could be chosen. */
  readonly outcome: "open" | "chosen" | "outdone";
  /** The sheet that was chosen instead. */
  readonly by?: string;
}

export interface ContextView {
  readonly id: string;
  readonly level: string;
  readonly path: string;
  /** Full name of the branch in the repository that holds the result besides landing, once it does. */
  readonly branch: string | null;
  /** Why it ran in place although it was to be isolated. */
  readonly fallback: string | null;
  /** Whether it is still there. */
  readonly exists: boolean;
}

/** A program that a job waits for now: git, an agent, a validation, a hook. */
export interface OutsideCall {
  readonly pid: number;
  /** Such as `git ls-files` or `claude`. */
  readonly what: string;
  readonly folder: string;
  readonly forMs: number;
  /** Whether it was started for this job: others may wait for it all the same. */
  readonly isOwn: boolean;
}

/** A job that is being played now. */
export interface Accepted {
  readonly job: JobId;
  /** Of the journal, right before it: following from here misses nothing of it. */
  readonly position: number;
  /** Each a sentence for people. */
  readonly notes: readonly string[];
  /** Warnings and hints about the score, in the order of the file; absent where no score was read. */
  readonly problems?: readonly Problem[];
}

/** The effect of a changed score on a job. */
export interface Modification {
  readonly job: JobId;
  /** Each a sentence. */
  readonly changes: readonly string[];
  /** Why it can't be done, each a sentence; then nothing was. */
  readonly refused: readonly string[];
  /** Warnings and hints about the changed score, in the order of the file. */
  readonly problems: readonly Problem[];
  readonly applied: boolean;
}

export interface History {
  readonly job: JobId;
  readonly events: readonly TuttiEvent[];
  /** Where to go on; `null` when this was the end. */
  readonly next: number | null;
}

/** The validations' present verdicts on the work that sheets left. */
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
  /** The state of the sheet at the time of the request. */
  readonly state: string;
  /** The snapshot that was judged; `null` when there was nothing to judge. */
  readonly snapshot: number | null;
  readonly isGood: boolean;
  /** The demand of each passed validation. */
  readonly passed: readonly string[];
  /** The demand of each failed validation, and why it failed. */
  readonly failed: readonly string[];
  /** Why it could not be judged, as a sentence; `null` when it was. */
  readonly refused: string | null;
}

/** One step that follows the end of a job or of one of its sheets. */
export interface SuccessorView {
  /** The sheet whose end it follows; `null`: the job's. */
  readonly sheet: string | null;
  readonly on: "success" | "failure" | "complete";
  readonly kind: "score" | "command";
  /** For people. */
  readonly what: string;
  readonly state: "waiting" | "held" | "running" | "started" | "succeeded" | "failed" | "unknown" | "refused";
  /** The job that it started. */
  readonly job: JobId | null;
  /** Why it failed, or why it did not follow. */
  readonly why: string | null;
  /** While it waits. */
  readonly notBefore: EpochMs | null;
}

/** As the end of a sentence that begins with its name. `after`: the job that it follows. */
export function successorWords(
  { state, job, why, notBefore }: SuccessorView,
  { now, after }: { readonly now: number; readonly after: string },
): string {
  switch (state) {
    case "waiting":
      return notBefore !== null && notBefore > now ? `follows at ${isoTime(notBefore)}` : "follows";
    case "held":
      return `waits for a person: tutti resume ${after} starts it, tutti cancel ${after} --chain drops it`;
    case "running":
      return "is running";
    case "started":
      return `is ${job ?? ""}`;
    case "succeeded":
      return "succeeded";
    case "failed":
      return `failed: ${why ?? ""}`;
    case "unknown":
      return `may have run or not: ${why ?? ""}`;
    case "refused":
      return `did not follow: ${why ?? ""}`;
  }
}
