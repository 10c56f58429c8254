import { branchName } from "../../base/text.ts";
import type { Hands } from "../../conductor/hands.ts";
import { gitGround } from "../ground/git-ground.ts";
import type { Ground } from "../ground.ts";
import { remoteGround } from "../remote/shared-target.ts";
import type { Offer } from "../queue/offer.ts";
import { makeQueue } from "../queue/queue.ts";
import { type Job, landingRef } from "../../sheet/job.ts";
import { TuttiError } from "../../base/error.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import { landingHands } from "./hands.ts";
import type { QueueName } from "../../store/queue.ts";
import { keyOfQueue } from "./queues.ts";

/** Puts results into the queue of their target, or offers them as pull requests. */
export function landerOf(equipment: Equipment, propose: Propose): Hands["land"] {
  return (job, candidates, record) =>
    withEquipment(equipment, job, async () => {
      const { pullRequest: plan } = job.plan.landing;
      if (plan === null) return offerTo(equipment, job, { candidates, record });
      // Intents from before the job changed are for git to settle.
      const meant = candidates.filter(({ intent }) => intent !== null);
      if (meant.length > 0) await offerTo(equipment, job, { candidates: meant, record });
      await propose(equipment, job, { plan, record, candidates: candidates.filter(({ intent }) => intent === null) });
    });
}

/** Offers results as pull requests. */
type Propose = (
  equipment: Equipment,
  job: Job,
  offer: Offer & { readonly plan: NonNullable<Job["plan"]["landing"]["pullRequest"]> },
) => Promise<void>;

/** Results of the job are handled with its own equipment meanwhile. */
export async function withEquipment<T>(equipment: Equipment, job: Job, work: () => Promise<T>): Promise<T> {
  const { equipment: byJob } = equipment.shared.queues;
  const entry = byJob.get(job.id) ?? { equipment, offers: 0 };
  byJob.set(job.id, entry);
  entry.offers += 1;
  try {
    return await work();
  } finally {
    entry.offers -= 1;
    if (entry.offers === 0) byJob.delete(job.id);
  }
}

/** Pushed results have a line of their own. An empty queue closes: the next job brings its own equipment. */
async function offerTo(equipment: Equipment, job: Job, offer: Offer): Promise<void> {
  const { queues } = equipment.shared;
  const name = queueOf(equipment, job);
  const key = `${keyOfQueue(name)}\n${String(pushOf(job) ?? "")}`;
  const queue =
    queues.open.get(key) ??
    makeQueue({ ground: groundFor(equipment, job, name), world: equipment.world, rules: () => queues.rulesOf(name) });
  queues.open.set(key, queue);
  try {
    await queue.offer(offer);
  } finally {
    if (queue.entries().length === 0 && queues.open.get(key) === queue) queues.open.delete(key);
  }
}

function groundFor(equipment: Equipment, job: Job, { target: ref }: QueueName): Ground {
  const hands = landingHands(equipment);
  const ground = gitGround(hands, { ref, origin: job.target });
  const push = pushOf(job);
  return push === null
    ? ground
    : remoteGround(ground, hands, { ref, remote: push, jobs: [job], tell: equipment.notice });
}

/** A fallback branch is not pushed. */
export function pushOf({ plan, diverted }: Job): string | true | null {
  return diverted === null ? plan.landing.push : null;
}

function queueOf({ store }: Pick<Equipment, "store">, job: Job): QueueName {
  const target = landingRef(job);
  if (target === null)
    throw new TuttiError("bug.unexpected", `${job.id} lands nothing, but has something to land`, { audience: "bug" });
  return { repository: store.repository.commonDir, target };
}

/** `null`: not paused, or the job lands elsewhere. */
export function pausedQueueOf(equipment: Equipment, job: Job): string | null {
  const target = landingRef(job);
  // Pull requests wait in no queue here.
  if (target === null || job.plan.landing.pullRequest !== null) return null;
  const { isPaused } = equipment.shared.queues.rulesOf({ repository: equipment.store.repository.commonDir, target });
  return isPaused ? branchName(target) : null;
}
