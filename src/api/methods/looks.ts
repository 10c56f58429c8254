import { jobStatus } from "./job/status.ts";
import { jobList } from "./job/list.ts";
import { jobFind } from "./job/find.ts";
import { jobErrors } from "./job/report/errors.ts";
import { jobDiagnose } from "./job/report/diagnose.ts";
import { jobHistory } from "./job/report/history.ts";
import { jobTimeline } from "./job/report/timeline.ts";
import { jobExplain } from "./job/report/explain.ts";
import { sheetStatus } from "./sheet/status.ts";
import { sheetLogs } from "./sheet/logs.ts";
import { sheetSnapshots } from "./sheet/snapshots.ts";
import { sheetShow } from "./sheet/show.ts";
import { sheetDiff } from "./sheet/diff.ts";
import { sheetRestore } from "./sheet/restore.ts";
import { sheetAttemptFrom } from "./sheet/attempt-from.ts";
import { contextList } from "./context/list.ts";
import { contextShow } from "./context/show.ts";
import { contextRefusal } from "./context/refusal.ts";
import { contextStrays } from "./context/strays.ts";
import { contextPrunable } from "./context/prunable.ts";
import { contextPlanCleaning } from "./context/plan-cleaning.ts";
import { contextPlanArchive } from "./context/plan-archive.ts";
import { landingList } from "./landing/list.ts";
import { landingVerify } from "./landing/verify.ts";
import { gatesList } from "./gates/list.ts";
import { queueList } from "./queue/list.ts";
import { reviewList } from "./review/list.ts";
import { reviewShow } from "./review/show.ts";
import { scheduleList } from "./schedule/list.ts";
import { pullsList } from "./pulls/list.ts";
import { radarLook } from "./radar/look.ts";
import { findingsStats } from "./findings/stats.ts";
import { learnStats } from "./learn/stats.ts";
import { learnEvaluate } from "./learn/evaluate.ts";
import { learnPatterns } from "./learn/patterns.ts";
import { learnDrift } from "./learn/drift.ts";
import { learnExport } from "./learn/export.ts";
import { fixFindings } from "./fix/findings.ts";
import { fixReport } from "./fix/report.ts";
import { agentsList } from "./agents/list.ts";
import { agentsCheck } from "./agents/check.ts";
import { limitsList } from "./limits/list.ts";
import { notifyList } from "./notify/list.ts";
import { scoreCheck } from "./score/check.ts";
import { scoreSchema } from "./score/schema.ts";
import type { HandlersOf, LookDesk } from "./method.ts";

/** The methods that change nothing: they need no lock, and work without a conductor too. */
export const looks = {
  "limits.list": limitsList,
  "job.status": jobStatus,
  "job.list": jobList,
  "job.find": jobFind,
  "job.errors": jobErrors,
  "job.diagnose": jobDiagnose,
  "job.history": jobHistory,
  "job.timeline": jobTimeline,
  "job.explain": jobExplain,
  "sheet.status": sheetStatus,
  "sheet.logs": sheetLogs,
  "sheet.snapshots": sheetSnapshots,
  "sheet.show": sheetShow,
  "sheet.diff": sheetDiff,
  "sheet.restore": sheetRestore,
  "sheet.attempt-from": sheetAttemptFrom,
  "context.list": contextList,
  "context.show": contextShow,
  "context.refusal": contextRefusal,
  "context.strays": contextStrays,
  "context.prunable": contextPrunable,
  "context.plan-cleaning": contextPlanCleaning,
  "context.plan-archive": contextPlanArchive,
  "landing.list": landingList,
  "landing.verify": landingVerify,
  "gates.list": gatesList,
  "queue.list": queueList,
  "review.list": reviewList,
  "review.show": reviewShow,
  "pulls.list": pullsList,
  "schedule.list": scheduleList,
  "radar.look": radarLook,
  "findings.stats": findingsStats,
  "learn.stats": learnStats,
  "learn.evaluate": learnEvaluate,
  "learn.patterns": learnPatterns,
  "learn.drift": learnDrift,
  "learn.export": learnExport,
  "fix.report": fixReport,
  "fix.findings": fixFindings,
  "agents.list": agentsList,
  "agents.check": agentsCheck,
  "notify.list": notifyList,
  "score.check": scoreCheck,
  "score.schema": scoreSchema,
};

export type LookHandlers = HandlersOf<typeof looks>;

export function lookHandlers(desk: LookDesk): LookHandlers {
  return Object.fromEntries(
    Object.entries(looks).map(([name, { run }]) => [
      name,
      (asked: never): Promise<unknown> => (run as Run)(desk, asked),
    ]),
  ) as unknown as LookHandlers;
}

type Run = (desk: LookDesk, asked: never) => Promise<unknown>;
