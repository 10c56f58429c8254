import type { JobId } from "../../base/ids.ts";
import type { Book } from "../book.ts";
import type { Playing } from "../stage.ts";
import { requireRepository } from "../../git/repository.ts";
import type { HealingMode } from "../../score/healing/codes.ts";
import { type Job, type JobEvent, isOngoing } from "../../sheet/job.ts";
import type { Accepted } from "../../api/contract/job.ts";
import { requirePlan } from "../find/job-plan.ts";
import { requireUnvisited } from "./sheets/visited.ts";
import { type JobParts, agentsOf, playingNow } from "./parts.ts";
import { notNow, requireJob } from "../find/require.ts";

export interface GoingOn {
  readonly parallel: number | null;
  /** In spite of the results of its validations on the base. */
  readonly force?: true;
  readonly healing?: HealingMode;
  /** Records the request about its sheets, before anything of it starts; `playing` when it is under way already. */
  readonly say: (book: Book, playing: Playing | undefined) => Promise<void>;
  /** Only once attempts that died with an earlier process are back in order. */
  readonly isAfterRecovery?: true;
  readonly isTakenUp?: true;
  /** Nothing is said of its sheets: one that has ended has nothing to go on with. */
  readonly isAsItStands?: true;
}

/**
 * Goes on with a job: one that is being played goes on as it does, one on its way to a pause turns back, and one at
 * rest is played again.
 */
export async function goOn(parts: JobParts, id: JobId, how: GoingOn): Promise<Accepted> {
  const accepted = { job: id, position: await parts.store.position(), notes: [] };
  // A person who goes on with a job has seen to its agents, or wants to know whether that is still needed.
  if (how.isTakenUp !== true) await parts.agents.ask(agentsOf((await requireJob(parts, id)).plan));
  const playing = parts.stage.playing(id);
  // One that is ended at this moment is waited for: it can't turn back any more.
  if (playing !== undefined && isTurning(playing.book.job())) await playing.rest;
  const still = await playingNow(parts, id);
  if (still !== undefined) {
    const job = still.book.job();
    // Both at once: in between its loop could find nothing to do and come to rest.
    const isToSay =
      job.status.kind === "pausing" || how.parallel !== null || how.force === true || how.healing !== undefined;
    await Promise.all([
      how.say(still.book, still),
      isToSay ? still.book.recordJob(resumed(parts, job, how)) : undefined,
    ]);
    still.bell.ring();
    return accepted;
  }
  const job = await requireJob(parts, id);
  requirePlan(job);
  if (job.status.kind === "cancelled" && how.isAsItStands === true)
    throw notNow(`${id} was cancelled`, `Try its sheets again: tutti retry ${id}`);
  // The process that plays it removes contexts that its records no longer need.
  await requireUnvisited(parts, id);
  await requireRepository(job.repository);
  const say = (book: Book): Promise<void> => how.say(book, undefined);
  await parts.stage.enter({
    job,
    states: await parts.store.sheets(id),
    first:
      how.isTakenUp === true && isOngoing(job) && job.status.kind !== "running"
        ? { kind: "taken-up", at: parts.world.now(), epoch: parts.store.epoch }
        : resumed(parts, job, how),
    ...(how.isAfterRecovery === true ? { onRecovered: say } : { prepare: say }),
  });
  return accepted;
}

function isTurning({ status }: Job): boolean {
  return status.kind === "cancelling" || (status.kind === "pausing" && status.now);
}

function resumed(
  parts: JobParts,
  job: Job,
  { parallel, force, healing }: Pick<GoingOn, "parallel" | "force" | "healing">,
): JobEvent {
  return {
    kind: "resumed",
    at: parts.world.now(),
    parallel: parallel ?? job.parallel,
    epoch: parts.store.epoch,
    ...(force === undefined ? {} : { force }),
    ...(healing === undefined ? {} : { healing }),
  };
}
