import { branchName } from "../base/text.ts";
import { type IsolationLevel, levels } from "../score/plan/levels.ts";
import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { TuttiError } from "../base/error.ts";
import type { JobId, SheetId } from "../base/ids.ts";
import { nameOf } from "../base/names.ts";
import { readIdentity } from "../git/identity.ts";
import { readHeadRef } from "../git/refs/refs.ts";
import { type CaptureProof, type CaptureRequest, captureContext } from "../isolation/capture/capture.ts";
import { type Context, type ContextRequest, contextIdOf } from "../isolation/context.ts";
import { hasBranch, isInPlace } from "../score/plan/isolation.ts";
import { lockContext, unlockContext } from "../isolation/records/presence.ts";
import { type Destruction, destroyContext } from "../isolation/cleanup/destroy.ts";
import { type ObjectStore, startOf } from "../isolation/store/object-store.ts";
import { requireOutside, requireOutsideHome } from "../isolation/home/outside.ts";
import { pinBase } from "../isolation/store/pin.ts";
import { inScratchFolder, taskFolder } from "../isolation/home/places.ts";
import { type Naming, nameResult } from "../isolation/capture/result-branch.ts";
import type { SnapshotWhy } from "../isolation/snapshots/names.ts";
import { openWorkFolder } from "../isolation/home/home.ts";
import { type IsolateParts, makeOrReopen } from "./isolate-make.ts";

/** A context in the hands of a program that uses Tutti as a library. */
export interface Isolation {
  readonly context: Context;
  /** Tutti's bare repository, which its snapshots lie in. */
  readonly store: string;
  /** Everything in the context as a commit in Tutti's store, and the proof of it. */
  snapshot(why?: SnapshotWhy): Promise<CaptureProof>;
  /** Puts a result on the context's branch in the user's repository; HEAD stays where it is. */
  publish(proof: CaptureProof, title: string): Promise<Naming>;
  /** Takes the context away; of level `none`, only Tutti's notes of it. */
  destroy(proof: CaptureProof): Promise<Destruction>;
  /** Lets go of it: the context stays, and others may have it. */
  close(): Promise<void>;
}

export interface IsolateRequest {
  readonly base: string;
  readonly id: string;
  readonly level: IsolationLevel;
  readonly directories?: string;
  readonly objects?: "shared" | "copy";
  readonly from?: string;
}

export async function isolateIn(parts: IsolateParts, wish: IsolateRequest): Promise<Isolation> {
  const { git, places } = parts;
  if (levels[wish.level].hasContainer)
    throw new TuttiError("container.unavailable", "isolate runs no programs, so it has none in a container either", {
      audience: "user",
      hint: "Ask for another level, or submit a job: its agents and validations run in containers.",
    });
  return inScratchFolder(places, async () => {
    const name = nameOf(wish.id);
    const place = await openWorkFolder(git, places, wish.base);
    if (place.noRepository !== null && levels[wish.level].needsRepository)
      throw noRepository(place.noRepository, wish.level);
    const store = await parts.openStore(place.repository);
    const request = await requestOf(parts, { wish, name, store });
    const [held] = await Promise.all([makeOrReopen(parts, request), pin(parts, request)]);
    await lockContext(places, request.id, `a program (pid ${process.pid})`);
    return handle(parts, { request, store, context: held.context, letGo: held.letGo });
  });
}

async function requestOf(
  parts: IsolateParts,
  given: { wish: IsolateRequest; name: string; store: ObjectStore },
): Promise<ContextRequest> {
  const { git, places } = parts;
  const { wish, name, store } = given;
  const { repository } = store;
  const job = nameOf(`isolated ${repository.top ?? repository.commonDir}`) as JobId;
  const sheet = wish.id as SheetId;
  const directories = wish.directories === undefined ? join(places.jobs, job) : resolve(wish.directories);
  if (!isInPlace(wish.level)) await requireOutside(directories, repository);
  if (wish.directories !== undefined) await requireOutsideHome(directories, places.home);
  const [ref, base, identity] = await Promise.all([
    readHeadRef(git, repository.gitDir),
    startOf(parts, { store, from: wish.from ?? "HEAD" }),
    readIdentity(git, repository.top ?? repository.commonDir).catch(() => ({
      name: "Tutti",
      email: "tutti@localhost",
    })),
  ]);
  const head = branchName(ref ?? "main");
  const own = hasBranch(wish.level) ? `${head}-task-${name}` : null;
  return {
    whose: { job, sheet, attempt: 1 },
    id: contextIdOf(job, sheet, 1),
    isolation: { level: wish.level, fallback: null },
    folders: {
      path: isInPlace(wish.level) ? await realpath(repository.top ?? wish.base) : taskFolder(directories, name),
      state: levels[wish.level].hasOwnState ? taskFolder(places.state(job), name) : places.state(job),
    },
    start: { base, continueFrom: null },
    head: { checkedOut: own ?? head, branch: own === null ? null : `refs/heads/${own}` },
    git: { objects: wish.objects ?? "shared", lock: true, identity, store },
  };
}

/** Keeps the base from being pruned in the user's repository; what stands for one keeps everything anyway. */
async function pin(
  { git }: IsolateParts,
  { git: { store }, whose: { job }, start: { base } }: ContextRequest,
): Promise<void> {
  if (store.repository.commonDir !== store.gitDir) await pinBase(git, store.repository.commonDir, { job, base });
}

function handle(
  parts: IsolateParts,
  held: { request: ContextRequest; store: ObjectStore; context: Context; letGo: () => void },
): Isolation {
  const { git, places, world } = parts;
  const { request, store, context } = held;
  const captureOf = (why: SnapshotWhy): CaptureRequest => ({
    ...request.whose,
    store,
    scratch: places.scratch,
    why,
    by: request.git.identity,
    at: world.now(),
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    // By the second time another may have it.
    if (!isOpen) return;
    isOpen = false;
    await unlockContext(places, context.id);
    held.letGo();
  };
  return {
    context,
    store: store.gitDir,
    snapshot: (why = "end") => inScratchFolder(places, () => captureContext(git, context, captureOf(why))),
    publish: async (proof, title) => {
      if (context.branch === null) return { kind: "refused", why: `level ${context.level} has no branch` };
      const {
        whose: { job, sheet, attempt },
        git: { identity },
      } = request;
      const result = {
        proof,
        branch: context.branch,
        job,
        sheet,
        attempt,
        title,
        stacks: false,
        by: identity,
        at: world.now(),
      };
      return inScratchFolder(places, () => nameResult(git, { store, scratch: places.scratch }, result));
    },
    destroy: async (proof) => {
      const outcome = await destroyContext(places, store, proof);
      await close();
      return outcome;
    },
    close,
  };
}

function noRepository(why: string, level: string): TuttiError {
  return new TuttiError("git.no_repository", `${why}, and level ${level} needs one`, {
    audience: "user",
    hint: "Use the level directory or none.",
  });
}
