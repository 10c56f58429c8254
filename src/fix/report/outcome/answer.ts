import { TuttiError } from "../../../base/error.ts";
import type { CommitSha, JobId, SheetId } from "../../../base/ids.ts";
import { landingRef } from "../../../sheet/job.ts";
import { endingOf } from "../../../api/contract/ending.ts";
import type { FixAnswer } from "../../../api/contract/fix.ts";
import { viewFrom } from "../../../conductor/report/views/job-view.ts";
import { unknownJob } from "../../../conductor/find/unknown.ts";
import { readScenes } from "../../../conductor/report/life/scenes.ts";
import type { Viewer } from "../../../conductor/find/viewer.ts";
import { readOnTarget } from "./on-target.ts";
import { outcomeOf } from "./outcome.ts";

type Parts = Pick<Viewer, "git" | "store" | "isPlayed">;

/** The input of a report: the job's record and the journal of its sheets. */
export async function readFixReport(
  { git, store, isPlayed }: Parts,
  { job: id }: { readonly job: JobId },
): Promise<FixAnswer> {
  const job = await store?.job(id);
  if (store === undefined || job === undefined) throw unknownJob(id);
  const record = await store.fix(id);
  if (record === undefined) throw noRecord(id);
  const states = await store.sheets(id);
  const view = viewFrom(job, states, await isPlayed(job));
  const views = new Map(view.sheets.map((sheet) => [sheet.id, sheet]));
  const lives = await readScenes(store, job);
  const plans = new Map(job.plan.sheets.map((plan) => [plan.id as string, plan]));
  const landed = new Map(
    [...states].flatMap(([sheet, state]) => (state.kind === "landed" ? [[sheet, state.commit] as const] : [])),
  );
  const merged = new Set(
    [...states].flatMap(([sheet, state]) => (state.kind === "landed" && state.pull !== undefined ? [sheet] : [])),
  );
  const onTarget = await readOnTarget(git, job, { landed, merged, since: record.commit as CommitSha | null });
  const outcomes = record.sheets.map((sheet) =>
    outcomeOf(sheet, {
      state: states.get(sheet.id as SheetId),
      life: lives.get(sheet.id as SheetId) ?? [],
      plan: plans.get(sheet.id),
      why: views.get(sheet.id)?.why ?? null,
      isBlocked: views.get(sheet.id)?.state === "blocked",
      onTarget: onTarget.get(sheet.id as SheetId),
      isInPlace: record.commit === null,
    }),
  );
  const ending = endingOf(view);
  const finalFailure = ending?.kind === "broken" && ending.code === "landing.final_failed" ? ending.message : null;
  const { perSheetUsd, perJobUsd } = job.plan.cost;
  return {
    record,
    outcomes,
    job: { target: job.target, landsOn: landingRef(job), finalFailure, costLimits: { perSheetUsd, perJobUsd } },
  };
}

function noRecord(id: string): TuttiError {
  return new TuttiError(
    "fix.no_record",
    `${id} was not made by tutti fix, or what it is about was lost with the database`,
    { audience: "user", hint: `See its state: tutti status ${id}.` },
  );
}
