import type { JobId } from "../../base/ids.ts";
import { within } from "../../base/world/world.ts";
import { realWorld } from "../../base/world/real-world.ts";
import type { Playing } from "../stage.ts";
import { cancelledAlone } from "../../sheet/ending/dropped.ts";
import { isOngoing } from "../../sheet/job.ts";
import type { JobView } from "../../api/contract/job.ts";
import { requirePlan } from "../find/job-plan.ts";
import { viewFrom } from "../report/views/job-view.ts";
import type { InTurn } from "./once.ts";
import { type JobParts, openJob, playingNow } from "./parts.ts";
import { notNow, requireJob, requireSheet } from "../find/require.ts";

/** A person's pause outlives every restart. */
export async function pause(
  parts: JobParts,
  { job: id, now }: { readonly job: JobId; readonly now: boolean },
): Promise<JobView> {
  const { book, playing } = await openJob(parts, id);
  const { status } = book.job();
  if (status.kind === "finished" || status.kind === "cancelled" || status.kind === "cancelling")
    throw notNow(`${id} is ${status.kind}: there is nothing to pause`, "tutti list shows what is under way.");
  const at = parts.world.now();
  if (playing !== undefined) {
    // Asked again without `now`, a pause that ends what runs stays one.
    if (status.kind !== "pausing" || (now && !status.now)) await book.recordJob({ kind: "pausing", at, now });
    playing.bell.ring();
  } else if (status.kind !== "paused" || status.cause.kind !== "user") {
    await book.recordJob({ kind: "paused", at, why: "paused by a person", cause: { kind: "user" } });
  }
  return viewFrom(book.job(), book.states(), playing !== undefined);
}

/**
 * Writes down at once that a job is to end, also while something else is done to it; ends it, and answers when that is
 * done, or after the caller's time limit. The rest is done after the answer.
 */
export async function cancelSoon(
  parts: JobParts,
  { job: id, answerWithinMs }: { readonly job: JobId; readonly answerWithinMs?: number | undefined },
  inTurn: InTurn,
): Promise<JobView> {
  const now = parts.stage.playing(id);
  if (now !== undefined && !now.isResting()) await wishEnd(parts, now);
  const ending = inTurn(id, () => cancel(parts, id));
  // A process that ends with its jobs leaves no other to finish them.
  if (answerWithinMs === undefined || !parts.process.goesOn) return ending;
  const done = await within(answerWithinMs, ending, realWorld);
  if (done !== undefined) return done;
  const left = parts.stage.playing(id);
  if (left !== undefined) return viewFrom(left.book.job(), left.book.states(), true);
  return viewFrom(await requireJob(parts, id), await parts.store.sheets(id), false);
}

async function wishEnd({ world }: JobParts, { book, bell }: Playing): Promise<void> {
  if (isOngoing(book.job()) && book.job().status.kind !== "cancelling")
    await book.recordJob({ kind: "cancelling", at: world.now() });
  bell.ring();
}

/** Ends a job: what runs is captured, nothing of it starts or lands any more. Resolves when that is done. */
async function cancel(parts: JobParts, id: JobId): Promise<JobView> {
  const playing = (await playingNow(parts, id)) ?? (await enterToCancel(parts, id));
  if (playing !== undefined) {
    await wishEnd(parts, playing);
    await playing.rest;
  }
  const job = await requireJob(parts, id);
  return viewFrom(job, await parts.store.sheets(id), false);
}

/** A job that no process plays may have attempts that died with their conductor: they are captured on the way. */
async function enterToCancel(parts: JobParts, id: JobId): Promise<Playing | undefined> {
  const job = await requireJob(parts, id);
  if (job.status.kind === "finished" || job.status.kind === "cancelled") return undefined;
  requirePlan(job);
  const at = parts.world.now();
  return parts.stage.enter({
    job,
    states: await parts.store.sheets(id),
    first: { kind: "taken-up", at, epoch: parts.store.epoch },
    isToEnd: true,
    prepare: async (book) => {
      await book.recordJob({ kind: "cancelling", at });
    },
  });
}

/** Ends one sheet of a job; what depends on it is blocked then. */
export async function cancelSheet(
  parts: JobParts,
  asked: { readonly job: JobId; readonly sheet: string },
): Promise<JobView> {
  const { book, playing } = await openJob(parts, asked.job);
  const sheet = requireSheet(book.job(), asked.sheet);
  const { kind } = book.state(sheet);
  // A captured result may be about to land: only its loop knows.
  if ((kind === "running" || kind === "captured") && playing !== undefined) playing.unwanted.add(sheet);
  else if (kind === "waiting" || kind === "captured" || kind === "proposed")
    await book.recordSheets([{ sheet, event: cancelledAlone(book.state(sheet), parts.world.now()) }]);
  else throw notNow(`${sheet} is ${kind}: there is nothing to end`, "tutti status shows what is under way.");
  playing?.bell.ring();
  return viewFrom(book.job(), book.states(), playing !== undefined);
}
