import { branchName } from "../../base/text.ts";
import { dirname } from "node:path";
import type { CommitSha } from "../../base/ids.ts";
import { nameOf } from "../../base/names.ts";
import type { Attempt, Start } from "../../conductor/hands.ts";
import { readTree } from "../../git/history/trees.ts";
import { captureContext } from "../capture/capture.ts";
import { forgetDeleted, reopenContext } from "../records/record.ts";
import { lockContext } from "../records/presence.ts";
import { type Context, type ContextRequest, contextIdOf, contextPath, sharedContextId } from "../context.ts";
import { destroyContext, forgetInPlace } from "../cleanup/destroy.ts";
import { taskFolder } from "../home/places.ts";
import { hasBranch, isInPlace } from "../../score/plan/isolation.ts";
import { levels } from "../../score/plan/levels.ts";
import { type Job, landingRef } from "../../sheet/job.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import { type Entry, enterFolder, leaveContext } from "./in-place.ts";
import { captureOf, createAfresh, readyAgain } from "./make.ts";
import { enterShared } from "./shared.ts";

/** Gives an attempt its context: the one it left, one rebuilt from its last snapshot, or a new one. */
export async function enterContext(equipment: Equipment, attempt: Attempt, now: Entry): Promise<Context> {
  const request = requestFor(equipment, attempt, now.start);
  const { isolation, plan } = attempt.job;
  const context = await open(equipment, request, { ...now, per: isolation.per, target: landingRef(attempt.job) });
  if (plan.isolation.lock) await lockFor(equipment, attempt, context);
  return context;
}

async function lockFor(equipment: Equipment, { job, sheet }: Attempt, context: Context): Promise<void> {
  try {
    await lockContext(equipment.places, context.id, `${job.id}, sheet ${sheet.id}`);
  } catch (error) {
    // The caller knows of no context yet, so it can't give it back.
    await leaveContext(equipment, context);
    throw error;
  }
}

interface Way extends Entry {
  readonly per: "sheet" | "job";
  /** Full name of the ref that results land on. */
  readonly target: string | null;
}

/** The user's folder only where the job asks for it: a passing fault must never let an agent loose there. */
async function open(equipment: Equipment, request: ContextRequest, way: Way): Promise<Context> {
  if (isInPlace(request.isolation.level)) return enterFolder(equipment, request, way);
  const left = way.start.reuse ? await reopenContext(equipment.places, way.start.context) : undefined;
  if (way.start.reuse && left === undefined) await forgetDeleted(equipment.places, way.start.context);
  const isOwn = way.per === "sheet" && left !== undefined && !isInPlace(left.context.level);
  const reused = isOwn
    ? await reuse(equipment, request, { left: left.context, content: way.start.continueFrom })
    : undefined;
  if (reused !== undefined) return reused;
  const made =
    way.per === "job" ? await enterShared(equipment, request, way.target) : await createAfresh(equipment, request);
  if (left !== undefined && isInPlace(left.context.level)) await leaveUserFolder(equipment, request, left.context);
  return made;
}

/** Earlier versions let some agents work in the user's folder unasked. It stays as it is. */
async function leaveUserFolder(
  { places, store, notice }: Equipment,
  { whose: { sheet } }: ContextRequest,
  place: Context,
): Promise<void> {
  const { path, base } = place;
  notice(
    `${sheet}: an earlier Tutti let its agent work in ${path} itself; what it did there stays there, and this attempt goes on with a copy of it. As it was before, the folder is commit ${base} in ${store.gitDir}`,
  );
  await forgetInPlace(places, place);
}

/**
 * The context of an interrupted attempt, if its files are still what was captured. Otherwise it is captured and put
 * away, and the attempt gets a new one.
 */
async function reuse(
  equipment: Equipment,
  request: ContextRequest,
  what: { left: Context; content: CommitSha | null },
): Promise<Context | undefined> {
  const { git, places, store } = equipment;
  const { left, content } = what;
  if (content === null) return undefined;
  const proof = await captureContext(git, left, captureOf(equipment, request, "lost"));
  if (proof.tree === (await readTree(git, store.gitDir, content))) return readyAgain(equipment, request, left);
  if ((await destroyContext(places, store, proof)) === "kept")
    equipment.notice(`${left.path} stays: it holds files that could not be captured`);
  return undefined;
}

function requestFor(equipment: Equipment, { job, sheet, attempt }: Attempt, start: Start): ContextRequest {
  const { places, store } = equipment;
  const { level, per } = job.isolation;
  const folder = job.plan.isolation.folder ?? places.jobs;
  const whose = { job: job.id, sheet: sheet.id, attempt };
  const name = per === "job" ? job.id : nameOf(sheet.id);
  const branch = branchFor(job, name);
  const id = per === "job" ? sharedContextId(job.id) : contextIdOf(job.id, sheet.id, attempt);
  const path =
    job.managed === undefined
      ? contextPath(folder, per === "job" ? { job: job.id } : whose)
      : taskFolder(places.managed(job.managed.environment), id);
  return {
    whose,
    isolation: { level, fallback: job.isolation.fallback },
    id,
    folders: { path, state: levels[level].hasOwnState ? taskFolder(places.state(job.id), name) : places.state(job.id) },
    start: { base: start.base, continueFrom: start.continueFrom },
    head: {
      checkedOut: hasBranch(level) && branch !== null ? shortName(branch) : shortName(job.target ?? "refs/heads/main"),
      branch,
    },
    git: { objects: job.plan.isolation.objects, lock: job.plan.isolation.lock, identity: job.identity, store },
    needs: {
      borrow: job.plan.isolation.borrow,
      recipe: job.plan.prepare, // Above the folder of the job's tasks: no task has a name there.
      ...(per === "sheet" ? { above: dirname(dirname(path)) } : {}),
      showInstalled: equipment.programs.showInstalled,
    },
  };
}

/** The ref a result gets besides landing: by its level, or as the score asks. */
function branchFor(job: Job, name: string): string | null {
  const { level, per } = job.isolation;
  const prefix = job.plan.isolation.branchPrefix;
  if (isInPlace(level)) return null;
  if (prefix !== null) return `refs/heads/${prefix}/${per === "job" ? job.id : `${job.id}/${name}`}`;
  if (!hasBranch(level)) return null;
  return `refs/heads/${shortName(job.target ?? "refs/heads/main")}-task-${name}`;
}

function shortName(ref: string): string {
  return branchName(ref);
}
