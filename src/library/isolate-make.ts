import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { TuttiError } from "../base/error.ts";
import type { CommitSha } from "../base/ids.ts";
import { nameOf } from "../base/names.ts";
import type { World } from "../base/world/world.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import type { Context, ContextRequest } from "../isolation/context.ts";
import { type ContextRecord, forgetDeleted, reopenContext } from "../isolation/records/record.ts";
import { isInPlace } from "../score/plan/isolation.ts";
import { createContext } from "../isolation/levels/create.ts";
import { enterInPlace, snapshotFolder } from "../isolation/levels/in-place.ts";
import type { ObjectStore } from "../isolation/store/object-store.ts";
import type { Places } from "../isolation/home/places.ts";
import { removeTree } from "../isolation/cleanup/remove-tree.ts";
import { sweepUnfinished } from "../isolation/records/sweep.ts";
import { acquireOsLock } from "../lock/os-lock.ts";

export interface IsolateParts {
  readonly git: Git;
  readonly places: Places;
  readonly world: World;
  /** Opens Tutti's store beside a repository. */
  openStore(repository: Repository): Promise<ObjectStore>;
}

interface Held {
  readonly context: Context;
  readonly letGo: () => void;
}

/**
 * The context of an id: the one that is there, or a new one. A caller that makes the same one at the same moment is waited
 * for.
 */
export async function makeOrReopen(parts: IsolateParts, request: ContextRequest): Promise<Held> {
  if (isInPlace(request.isolation.level)) return enterAlone(parts, request);
  const lock = await acquire(parts, `making ${request.id}`);
  try {
    const found = await reopenContext(parts.places, request.id);
    return {
      context: found === undefined ? await make(parts, request) : sameLevel(found, request),
      letGo: () => undefined,
    };
  } finally {
    lock.release();
  }
}

async function make(parts: IsolateParts, request: ContextRequest): Promise<Context> {
  const { git, places, world } = parts;
  if ((await sweepUnfinished(places, request.id)) === "whole") {
    const found = await reopenContext(places, request.id);
    if (found !== undefined) return sameLevel(found, request);
  }
  await forgetDeleted(places, request.id);
  const base =
    request.git.store.repository.commonDir === request.git.store.gitDir
      ? await snapshotOf(parts, request)
      : request.start.base;
  return createContext(git, places, { ...request, start: { ...request.start, base }, at: world.now() });
}

/** A folder without history is copied as it is now. */
async function snapshotOf({ git, places, world }: IsolateParts, request: ContextRequest): Promise<CommitSha> {
  const index = join(places.scratch, `${request.id}.index`);
  const place = { gitDir: request.git.store.gitDir, workTree: request.git.store.repository.top ?? "", index };
  try {
    return await snapshotFolder(git, place, { places, request: { ...request, at: world.now() } });
  } finally {
    await removeTree(index);
  }
}

/** Runs in one folder are one after the other: the lock is held until the context is let go. */
async function enterAlone(parts: IsolateParts, request: ContextRequest): Promise<Held> {
  const { git, places, world } = parts;
  const lock = await acquire(parts, request.folders.path);
  try {
    await sweepUnfinished(places, request.id);
    const found = await reopenContext(places, request.id);
    const context =
      found === undefined
        ? await enterInPlace(git, places, { ...request, at: world.now() })
        : sameLevel(found, request);
    return {
      context,
      letGo: () => {
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function acquire({ places, world }: IsolateParts, what: string): ReturnType<typeof acquireOsLock> {
  await mkdir(places.locks, { recursive: true, mode: 0o700 });
  const refused = (): TuttiError =>
    new TuttiError("store.locked", `${what} is in use`, { audience: "user", hint: "Try again when it is free." });
  return acquireOsLock(join(places.locks, nameOf(what)), world, { refused });
}

function sameLevel({ context }: ContextRecord, request: ContextRequest): Context {
  if (context.level === request.isolation.level) return context;
  throw new TuttiError(
    "context.create_failed",
    `${request.whose.sheet} has a context of level ${context.level} already`,
    {
      audience: "user",
      hint: "Take that one away first, or use another id.",
    },
  );
}
