import { exists } from "../../../base/exists.ts";
import type { JobId, SheetId } from "../../../base/ids.ts";
import type { World } from "../../../base/world.ts";
import type { Git } from "../../../git/git.ts";
import { requireRepository } from "../../../git/repository.ts";
import { objectStorePath } from "../../../isolation/object-store.ts";
import type { Places } from "../../../isolation/places.ts";
import type { OldReceipt, Receipt } from "../../../landing/receipts/receipt.ts";
import type { Plan } from "../../../score/plan.ts";
import type { Job } from "../../../sheet/job.ts";
import { requirePlan } from "../job-plan.ts";
import { type JobPlace, makeJob } from "../jobs/make-job.ts";
import { readKeptJob } from "./kept-job.ts";
import { type Landed, divertedTo, isOwnBranch, readLanded, readReceipts } from "./landed.ts";
import { noScore } from "./refusals.ts";

export interface RebuildParts {
  readonly git: Git;
  readonly world: World;
  readonly places: Places;
}

export interface Rebuild {
  readonly id: JobId;
  /** The score that a person names; `null`: the plan that was kept beside the job. */
  readonly plan: Plan | null;
  readonly folder: string;
  readonly place: JobPlace;
  readonly epoch: number;
}

export interface Rebuilt {
  readonly job: Job;
  readonly landed: ReadonlyMap<string, Landed>;
}

/**
 * A lost job as it was when it began, and where its results go by now. Its id stays: landings and snapshots are known
 * by it.
 */
export async function rebuildJob(parts: RebuildParts, request: Rebuild): Promise<Rebuilt> {
  const { job, receipts } = await beginning(parts, request);
  const store = objectStorePath(parts.places.repositories, job.repository);
  const meant = (await exists(store)) ? await readReceipts(parts.git, job, { gitDir: store, of: "meant" }) : new Map();
  const landed = await readLanded(parts.git, job, { receipts, meant });
  return {
    job: { ...job, diverted: divertedTo(job, landed.values()), status: { kind: "running" }, epoch: request.epoch },
    landed,
  };
}

interface Beginning {
  readonly job: Job;
  readonly receipts: ReadonlyMap<SheetId, Receipt | OldReceipt>;
}

async function beginning(parts: RebuildParts, request: Rebuild): Promise<Beginning> {
  const kept = await readKeptJob(parts.places, request.id);
  if (kept === undefined) return fromScore(parts, request);
  const job = { ...kept, plan: request.plan ?? kept.plan };
  requirePlan(job);
  await requireRepository(job.repository);
  return { job, receipts: await readReceipts(parts.git, job, { gitDir: job.repository.commonDir }) };
}

/** Where nothing was kept beside the job, a person has to say what it was; receipts know better where it landed. */
async function fromScore(
  { git, world }: RebuildParts,
  { id, plan, folder, place, epoch }: Rebuild,
): Promise<Beginning> {
  if (plan === null) throw noScore(id);
  const made = { ...(await makeJob(git, world, { plan, place, folder, parallel: plan.parallel, epoch })), id };
  const receipts = await readReceipts(git, made, { gitDir: made.repository.commonDir });
  const targets = [...receipts.values()].map(({ target }) => target).filter((ref) => !isOwnBranch(id, ref));
  return { job: { ...made, target: made.target === null ? null : (targets.at(-1) ?? made.target) }, receipts };
}
