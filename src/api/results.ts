import type { DiskTrouble } from "../base/home/disk-trouble.ts";
import type { EpochMs, JobId } from "../base/ids.ts";
import type { Tally } from "../findings/tally.ts";
import type { AgentsView } from "./agents.ts";
import type { Diagnosis, Explanation, JobErrors } from "./answers.ts";
import type {
  ArchiveOutcome,
  ArchivePlan,
  CleanOutcome,
  CleanPlan,
  ContextDetail,
  ContextList,
  ContextOutcome,
  PruneItem,
  StrayList,
  StrayOutcome,
  Unlocking,
} from "./contexts.ts";
import type { AttemptFrom, DiffView, RestoredView, ShownSnapshot, SnapshotsView } from "./custody.ts";
import type { TuttiEvent } from "./events.ts";
import type { FixAnswer } from "./fix.ts";
import type { GateCheck, GatesView } from "./gates.ts";
import type { PullRow, PullsSync } from "./pulls.ts";
import type { Ejected, QueueChange, QueueView } from "./queue.ts";
import type { RadarView } from "./radar.ts";
import type { Revalidation } from "./revalidation.ts";
import type { BackView, ReviewItem, ReviewView, TrialView } from "./review.ts";
import type { Method } from "./schema/methods.ts";
import type { VerifyReport } from "./verify.ts";
import type { JobSummary, JobView, SheetView } from "./view.ts";
import type { Entered, Left } from "./visit.ts";

/** What each method gives. */
export interface Results {
  "job.submit": Accepted;
  "job.status": JobView | null;
  "job.list": readonly JobSummary[];
  "job.pause": JobView;
  /** `null`: there is nothing to go on with. */
  "job.resume": Accepted | null;
  "job.modify": Modification;
  "job.cancel": JobView;
  "job.retry": Accepted;
  "job.revalidate": Revalidation;
  "job.archive": ArchiveOutcome;
  "job.errors": JobErrors | null;
  "job.diagnose": Diagnosis | null;
  "job.history": History | null;
  "job.recover": Accepted;
  "job.explain": Explanation | null;
  "sheet.status": SheetView | null;
  "sheet.retry": Accepted;
  "sheet.cancel": JobView;
  "sheet.approve": Accepted;
  "sheet.undo": Accepted;
  "sheet.tell": Accepted;
  "sheet.enter": Entered;
  "sheet.leave": Left;
  "sheet.logs": LogPiece | null;
  "sheet.snapshots": SnapshotsView;
  "sheet.show": ShownSnapshot;
  "sheet.diff": DiffView;
  "sheet.restore": RestoredView;
  "sheet.attempt-from": AttemptFrom;
  "context.list": ContextList;
  "context.show": ContextDetail;
  "context.refusal": ContextOutcome | null;
  "context.remove": ContextOutcome;
  "context.unlock": Unlocking;
  "context.strays": StrayList;
  "context.adopt": readonly StrayOutcome[];
  "context.prunable": readonly PruneItem[];
  "context.prune": readonly ContextOutcome[];
  "context.plan-cleaning": CleanPlan;
  "context.clean": readonly CleanOutcome[];
  "context.plan-archive": ArchivePlan;
  "landing.list": readonly LandingRow[];
  "landing.verify": VerifyReport;
  "gates.list": GatesView;
  "gates.check": GateCheck;
  "gates.forget": { readonly forgotten: number };
  "queue.list": readonly QueueView[];
  "queue.pause": QueueChange;
  "queue.resume": QueueChange;
  "queue.reorder": QueueChange;
  "queue.eject": Ejected;
  "review.list": ReviewView;
  "review.show": ReviewItem;
  "review.try": TrialView;
  "review.back": BackView;
  "pulls.list": readonly PullRow[];
  "pulls.sync": PullsSync;
  "radar.look": RadarView;
  "findings.stats": FindingStats;
  "fix.report": FixAnswer;
  "agents.list": AgentsView;
  "agents.check": AgentsView;
  "conductor.hello": Hello;
  "conductor.status": ConductorStatus;
  "conductor.health": Health;
  "conductor.ready": { readonly ready: boolean; readonly why: string | null };
  "conductor.config": readonly ConfigRow[];
  "conductor.reload": { readonly changed: readonly string[]; readonly needRestart: readonly string[] };
  "conductor.shutdown": { readonly stopping: boolean; readonly why: string | null };
  "events.subscribe": { readonly subscription: number; readonly position: number };
  "events.unsubscribe": { readonly ended: boolean };
}

export type Result<M extends Method> = Results[M];

/** A job that is being played now. */
export interface Accepted {
  readonly job: JobId;
  /** Of the journal, right before it: whoever follows from here on hears everything of it. */
  readonly position: number;
  /** What the reader of the score had to say. */
  readonly notes: readonly string[];
}

/** What a changed score means for a job. */
export interface Modification {
  readonly job: JobId;
  /** Each a sentence. */
  readonly changes: readonly string[];
  /** Why it can't be done, each a sentence; then nothing was. */
  readonly refused: readonly string[];
  readonly applied: boolean;
}

export interface History {
  readonly job: JobId;
  readonly events: readonly TuttiEvent[];
  /** Where to go on; `null` when this was the end. */
  readonly next: number | null;
}

export interface LogPiece {
  readonly job: JobId;
  readonly sheet: string;
  readonly attempt: number;
  readonly stream: string;
  readonly path: string;
  /** Where this piece begins, and the file's size when it was read. */
  readonly offset: number;
  readonly size: number;
  /** Bytes that are no UTF-8 are replaced. */
  readonly text: string;
  /** Where to go on. */
  readonly next: number;
  /** Whether the attempt has ended: nothing more comes. */
  readonly isOver: boolean;
}

export interface LandingRow {
  readonly job: JobId;
  readonly sheet: string;
  readonly commit: string;
  readonly level: string;
  readonly target: string | null;
}

export interface Hello {
  readonly protocol: number;
  readonly version: string;
  readonly pid: number;
  readonly isIdle: boolean;
}

export interface ConductorStatus {
  readonly pid: number;
  readonly version: string;
  readonly protocol: number;
  readonly home: string;
  readonly socket: string | null;
  readonly epoch: number;
  readonly startedAt: EpochMs;
  readonly upMs: number;
  readonly isStopping: boolean;
  readonly jobs: { readonly playing: number; readonly paused: number; readonly all: number };
  readonly sheets: { readonly running: number; readonly limit: number };
  readonly clients: { readonly connections: number; readonly subscribers: number };
  /** Why no sheet may start now; `null` when one may. */
  readonly held: string | null;
  /** What is wrong with the disk that contexts lie on; `null` when there is room. */
  readonly disk: DiskTrouble | null;
  readonly memory: { readonly rssBytes: number; readonly heapBytes: number };
  readonly position: number;
}

export interface Health {
  readonly healthy: boolean;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[];
  /** Of the event loop since the last question, in milliseconds. */
  readonly stall: { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number };
}

/** One setting, what it is and who said so. */
export interface ConfigRow {
  readonly key: string;
  readonly value: string | number | boolean | null;
  /** `built-in`, `user`, `project`, `environment` or `flag`. */
  readonly origin: string;
  /** The file, the variable or the option. */
  readonly where: string | null;
}

/** What verification has measured so far. */
interface FindingStats {
  /** By tool, code, strategy and agent. */
  readonly tallies: readonly Tally[];
}
