import type { EpochMs, JobId } from "../../../base/ids.ts";
import type { Hands } from "../../../conductor/hands.ts";
import type { Recheck } from "../../../conductor/recheck.ts";
import { objectStorePath } from "../../../isolation/object-store.ts";
import type { Plan } from "../../../score/plan.ts";
import { decide } from "../../../sheet/decide.ts";
import { policyOf } from "../../../sheet/decision.ts";
import type { SheetEvent } from "../../../sheet/event.ts";
import type { SheetEvidence } from "../../../sheet/infer/evidence.ts";
import { type Inference, inferStates } from "../../../sheet/infer/infer.ts";
import type { Job } from "../../../sheet/job.ts";
import { fresh } from "../../../sheet/state.ts";
import type { Entry } from "../../../store/entry.ts";
import type { Store } from "../../../store/open.ts";
import type { JobPlace } from "../jobs/make-job.ts";
import { chooseLost } from "./choose.ts";
import { gatherEvidence } from "./evidence.ts";
import { type RebuildParts, type Rebuilt, rebuildJob } from "./rebuild.ts";
import { readTraces, requireSameSheets } from "./traces.ts";

export interface InferParts extends RebuildParts {
  readonly store: Store;
  /** The repository that a folder lies in, or what stands for one where there is none. */
  openPlace(folder: string): Promise<JobPlace>;
  /** The hands for one job's repository. */
  equip(job: Job, notice: (text: string) => void): Promise<Hands>;
  /** The validations of one job, apart from any attempt. */
  equipRecheck(job: Job, notice: (text: string) => void): Promise<Recheck>;
}

/** How whoever waits for it is told, and can call it off. */
interface Course {
  readonly stop: AbortSignal;
  notice(text: string): void;
}

interface Request {
  readonly job: JobId | undefined;
  readonly folder: string;
  /** The score that a person names; `null`: the plan that was kept beside the job. */
  readonly plan: Plan | null;
}

/**
 * Puts a job that the database lost back into it, as git, the snapshots and the validations show it. Nothing is played.
 * All of it is recorded in one step: half of it would have sheets begin anew that landed long ago.
 */
export async function inferJob(parts: InferParts, course: Course, request: Request): Promise<JobId> {
  const place = await parts.openPlace(request.folder);
  const id = await chooseLost(parts, place.repository, request.job);
  const rebuilt = await rebuildJob(parts, {
    id,
    plan: request.plan,
    folder: request.folder,
    place,
    epoch: parts.store.epoch,
  });
  const inferences = await inferAll(parts, course, rebuilt);
  const at = parts.world.now();
  const job: Job = {
    ...rebuilt.job,
    inferred: { at, sheets: inferences.map(({ sheet, why }) => ({ sheet: sheet.id, why })) },
  };
  await record(parts, { job, inferences, at });
  return id;
}

async function inferAll(parts: InferParts, course: Course, { job, landed }: Rebuilt): Promise<readonly Inference[]> {
  const notice = (text: string): void => {
    course.notice(text);
  };
  const hands = await parts.equip(job, notice);
  const look = {
    git: parts.git,
    places: parts.places,
    gitDir: objectStorePath(parts.places.repositories, job.repository),
  };
  await requireSameSheets(look, job, landed.keys());
  // Whoever played it last may have died in the middle of a landing.
  await hands.repair(job, true);
  const tools = { ...look, hands, recheck: await parts.equipRecheck(job, notice), stop: course.stop };
  const traces = await readTraces(look, job);
  const evidence: SheetEvidence[] = [];
  const left = [...job.plan.sheets.entries()];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [place, sheet] = next;
      evidence[place] = await gatherEvidence(tools, { job, sheet, traces, landing: landed.get(sheet.id) ?? null });
    }
  };
  await Promise.all(Array.from({ length: job.parallel }, worker));
  return inferStates(evidence);
}

async function record(
  parts: InferParts,
  found: { job: Job; inferences: readonly Inference[]; at: EpochMs },
): Promise<void> {
  const { job, inferences, at } = found;
  const entries = inferences.map(({ sheet, state, why }): Entry => {
    const event: SheetEvent = { kind: "inferred", at, state, why };
    return {
      about: "sheet",
      job: job.id,
      sheet: sheet.id,
      event,
      next: decide(policyOf(sheet, job.plan), fresh, event).state,
    };
  });
  await parts.store.journal.append([
    { about: "job", job: job.id, event: { kind: "inferred", at, job }, next: job },
    ...entries,
  ]);
}
