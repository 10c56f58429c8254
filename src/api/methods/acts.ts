import { jobSubmit } from "./job/submit.ts";
import { jobPause } from "./job/pause.ts";
import { jobResume } from "./job/resume.ts";
import { jobModify } from "./job/modify.ts";
import { jobCancel } from "./job/cancel.ts";
import { jobCancelChain } from "./job/cancel-chain.ts";
import { jobRetry } from "./job/retry.ts";
import { jobRevalidate } from "./job/revalidate.ts";
import { jobArchive } from "./job/archive.ts";
import { jobRecover } from "./job/recover.ts";
import { jobHeal } from "./job/heal.ts";
import { sheetFork } from "./sheet/fork.ts";
import { sheetRetry } from "./sheet/retry.ts";
import { sheetCancel } from "./sheet/cancel.ts";
import { sheetApprove } from "./sheet/approve.ts";
import { sheetUndo } from "./sheet/undo.ts";
import { sheetTell } from "./sheet/tell.ts";
import { sheetEnter } from "./sheet/enter.ts";
import { sheetLeave } from "./sheet/leave.ts";
import { contextRemove } from "./context/remove.ts";
import { contextUnlock } from "./context/unlock.ts";
import { contextAdopt } from "./context/adopt.ts";
import { contextPrune } from "./context/prune.ts";
import { contextClean } from "./context/clean.ts";
import { gatesCheck } from "./gates/check.ts";
import { gatesTry } from "./gates/try.ts";
import { gatesForget } from "./gates/forget.ts";
import { queuePause } from "./queue/pause.ts";
import { queueResume } from "./queue/resume.ts";
import { queueReorder } from "./queue/reorder.ts";
import { queueEject } from "./queue/eject.ts";
import { reviewTry } from "./review/try.ts";
import { reviewBack } from "./review/back.ts";
import { scheduleAdd } from "./schedule/add.ts";
import { schedulePause } from "./schedule/pause.ts";
import { scheduleRemove } from "./schedule/remove.ts";
import { scheduleResume } from "./schedule/resume.ts";
import { pullsSync } from "./pulls/sync.ts";
import { learnAdd } from "./learn/add.ts";
import { learnAccept } from "./learn/accept.ts";
import { learnForget } from "./learn/forget.ts";
import { learnImport } from "./learn/import.ts";
import { limitsClear } from "./limits/clear.ts";
import { notifyTest } from "./notify/test.ts";
import { fleetAdd } from "./fleet/add.ts";
import { fleetRemove } from "./fleet/remove.ts";
import { fleetSet } from "./fleet/set.ts";
import { fleetStatus } from "./fleet/status.ts";
import { dashboardOpen } from "./dashboard/open.ts";
import { conductorStatus } from "./conductor/status.ts";
import { conductorHealth } from "./conductor/health.ts";
import { conductorReady } from "./conductor/ready.ts";
import { conductorConfig } from "./conductor/config.ts";
import { conductorTrace } from "./conductor/trace.ts";
import { conductorReload } from "./conductor/reload.ts";
import { conductorShutdown } from "./conductor/shutdown.ts";
import type { Once } from "../../conductor/jobs/once.ts";
import type { Entry } from "../../store/entry.ts";
import type { Desk, HandlersOf } from "./method.ts";

/** The methods that only a process with the writer lock answers. */
export const acts = {
  "job.submit": jobSubmit,
  "job.pause": jobPause,
  "job.resume": jobResume,
  "job.modify": jobModify,
  "job.cancel": jobCancel,
  "job.cancel-chain": jobCancelChain,
  "job.retry": jobRetry,
  "job.revalidate": jobRevalidate,
  "job.archive": jobArchive,
  "job.recover": jobRecover,
  "job.heal": jobHeal,
  "sheet.retry": sheetRetry,
  "sheet.fork": sheetFork,
  "sheet.cancel": sheetCancel,
  "sheet.approve": sheetApprove,
  "sheet.undo": sheetUndo,
  "sheet.tell": sheetTell,
  "sheet.enter": sheetEnter,
  "sheet.leave": sheetLeave,
  "context.remove": contextRemove,
  "context.unlock": contextUnlock,
  "context.adopt": contextAdopt,
  "context.prune": contextPrune,
  "context.clean": contextClean,
  "gates.check": gatesCheck,
  "gates.try": gatesTry,
  "gates.forget": gatesForget,
  "queue.pause": queuePause,
  "queue.resume": queueResume,
  "queue.reorder": queueReorder,
  "queue.eject": queueEject,
  "review.try": reviewTry,
  "review.back": reviewBack,
  "pulls.sync": pullsSync,
  "schedule.add": scheduleAdd,
  "schedule.pause": schedulePause,
  "schedule.resume": scheduleResume,
  "schedule.remove": scheduleRemove,
  "learn.add": learnAdd,
  "learn.accept": learnAccept,
  "learn.forget": learnForget,
  "learn.import": learnImport,
  "notify.test": notifyTest,
  "fleet.status": fleetStatus,
  "fleet.add": fleetAdd,
  "fleet.set": fleetSet,
  "fleet.remove": fleetRemove,
  "limits.clear": limitsClear,
  "dashboard.open": dashboardOpen,
  "conductor.status": conductorStatus,
  "conductor.health": conductorHealth,
  "conductor.ready": conductorReady,
  "conductor.config": conductorConfig,
  "conductor.trace": conductorTrace,
  "conductor.reload": conductorReload,
  "conductor.shutdown": conductorShutdown,
};

export type ActHandlers = HandlersOf<typeof acts>;

/** Each with its key: asked twice, done once. */
export function actHandlers(desk: Desk, once: Once): ActHandlers {
  return Object.fromEntries(
    Object.entries(acts).map(([method, { keyed, run }]) => [
      method,
      (asked: { readonly key?: string | undefined }): Promise<unknown> =>
        once({ method, key: keyed ? asked.key : undefined }, (note) => (run as Run)(desk, asked as never, note)),
    ]),
  ) as unknown as ActHandlers;
}

type Run = (desk: Desk, asked: never, note: (result: unknown) => readonly Entry[]) => Promise<unknown>;
