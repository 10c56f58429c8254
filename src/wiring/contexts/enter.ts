import { dirname } from "node:path";
import { messageOf } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Attempt } from "../../conductor/hands.ts";
import { readTree } from "../../git/trees.ts";
import { lendFrom } from "../../isolation/borrow.ts";
import { captureContext } from "../../isolation/capture/capture.ts";
import { lockContext } from "../../isolation/context-lock.ts";
import type { Context, ContextRequest } from "../../isolation/context.ts";
import { isInPlace } from "../../score/isolation.ts";
import { destroyContext } from "../../isolation/destroy.ts";
import { forgetDeleted } from "../../isolation/cleanup/forget-deleted.ts";
import { reopenContext } from "../../isolation/record.ts";
import { landingRef } from "../../sheet/job.ts";
import type { Equipment } from "../equipment.ts";
import { type Entry, enterFolder } from "./in-place.ts";
import { captureOf, createPatiently, lendOnceMore } from "./make.ts";
import { inPlaceOf, requestFor } from "./request.ts";
import { enterShared } from "./shared.ts";

/** Gives an attempt the context it is to run in: the one it left, one that is rebuilt from its last snapshot, or a new one. */
export async function enterContext(equipment: Equipment, attempt: Attempt, now: Entry): Promise<Context> {
  const request = requestFor(equipment, attempt, now.start);
  const { isolation, plan } = attempt.job;
  if (isolation.per === "sheet" && !isInPlace(request.level)) {
    // Above the folder of the job's tasks: no task bears a name there.
    await lendFrom(dirname(dirname(request.path)), { top: equipment.store.repository.top, borrow: plan.isolation.borrow });
  }
  const context = await open(equipment, request, { ...now, per: isolation.per, fallback: plan.isolation.fallback, target: landingRef(attempt.job) });
  if (plan.isolation.lock) await lockContext(equipment.places, context.id, `${attempt.job.id}, sheet ${attempt.sheet.id}`);
  return context;
}

interface Way extends Entry {
  readonly per: "sheet" | "job";
  /** Whether a sheet may run in place when no context can be made for it. */
  readonly fallback: boolean;
  /** Full name of the ref that results land on. */
  readonly target: string | null;
}

async function open(equipment: Equipment, request: ContextRequest, way: Way): Promise<Context> {
  if (isInPlace(request.level)) return enterFolder(equipment, request, way);
  const left = way.start.reuse ? await reopenContext(equipment.places, way.start.context) : undefined;
  if (way.start.reuse && left === undefined) await forgetDeleted(equipment.places, way.start.context);
  // It could not be isolated before, and works on where its files are: alone, as then.
  if (left !== undefined && isInPlace(left.context.level)) return enterFolder(equipment, inPlaceOf(request, left.context.fallback), way);
  const reused =
    way.per === "sheet" && left !== undefined ? await reuse(equipment, request, { left: left.context, content: way.start.continueFrom }) : undefined;
  if (reused !== undefined) return reused;
  try {
    return way.per === "job" ? await enterShared(equipment, request, way.target) : await createPatiently(equipment, request);
  } catch (error) {
    // Work that goes on can't go on in place: its files are not there.
    if (!way.fallback || request.continueFrom !== null) throw error;
    equipment.notice(`${request.sheet}: ${messageOf(error)}; it runs in the folder itself, alone, and lands nothing`);
    return enterFolder(equipment, inPlaceOf(request, messageOf(error)), way);
  }
}

/**
 * The context that an interrupted attempt left, if its files are still what was captured. One that somebody changed
 * since is captured as it is and put away: the attempt gets a new one with what was recorded.
 */
async function reuse(equipment: Equipment, request: ContextRequest, what: { left: Context; content: CommitSha | null }): Promise<Context | undefined> {
  const { git, places, store } = equipment;
  const { left, content } = what;
  if (content === null) return undefined;
  const proof = await captureContext(git, left, captureOf(equipment, request, "lost"));
  if (proof.tree === (await readTree(git, store.gitDir, content))) return lendOnceMore(equipment, left);
  if ((await destroyContext(places, store, proof)) === "kept") equipment.notice(`${left.path} stays: it holds files that could not be captured`);
  return undefined;
}
