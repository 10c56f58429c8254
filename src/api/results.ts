import type { AgentsView } from "./contract/agents.ts";
import type { Diagnosis, Explanation, JobErrors } from "./contract/answers.ts";
import type { ConductorStatus, ConfigRow, Health, Hello } from "./contract/conductor.ts";
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
} from "./contract/context.ts";
import type { FindingStats, FixAnswer } from "./contract/findings.ts";
import type { GateCheck, GatesView } from "./contract/gates.ts";
import type { Accepted, History, JobSummary, JobView, Modification, Revalidation, SheetView } from "./contract/job.ts";
import type { LandingRow, PullRow, PullsSync, RadarView, VerifyReport } from "./contract/landing.ts";
import type { Ejected, QueueChange, QueueView } from "./contract/queue.ts";
import type { BackView, ReviewItem, ReviewView, TrialView } from "./contract/review.ts";
import type {
  AttemptFrom,
  DiffView,
  Entered,
  Left,
  LogPiece,
  RestoredView,
  ShownSnapshot,
  SnapshotsView,
} from "./contract/sheet.ts";
import type { Method } from "./schema/methods.ts";

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
