import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommitSha, ContextId, EpochMs } from "../../base/ids.ts";
import { isOwnerDead, type Owner, ownerNamed, thisOwner } from "../../process/tree/owner.ts";
import type { Places } from "../home/places.ts";
import { writeWhole } from "../../base/files/write/write-whole.ts";
import type { Owned } from "../context.ts";

/** Who works in a context now. */
export interface ContextLock {
  readonly owner: Owner;
  readonly why: string;
}

export async function lockContext(places: Places, id: ContextId, why: string): Promise<void> {
  await writeFile(lockPath(places, id), JSON.stringify({ owner: thisOwner(), why } satisfies ContextLock));
}

export async function unlockContext(places: Places, id: ContextId): Promise<void> {
  await rm(lockPath(places, id), { force: true });
}

/** `isStale`: its owner is proven dead. */
export async function readContextLock(
  places: Places,
  id: ContextId,
): Promise<(ContextLock & { readonly isStale: boolean }) | undefined> {
  const text = await readFile(lockPath(places, id), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const lock = JSON.parse(text) as ContextLock;
    return { ...lock, isStale: isOwnerDead(lock.owner) };
  } catch {
    // Cut short by a crash: unknown owner, so it counts.
    return { owner: { pid: 0, startTime: "", bootId: "", pidNamespace: "" }, why: "unknown", isStale: false };
  }
}

function lockPath(places: Places, id: ContextId): string {
  return join(places.admin(id), "lock");
}

/** A person in a context. Recorded outside of it: a later conductor must know. */
export interface Visit extends Owned {
  readonly token: string;
  readonly context: ContextId;
  readonly before: CommitSha;
  /** Lives as long as the visit. */
  readonly visitor: Owner;
  readonly at: EpochMs;
}

export function visitorNamed(name: string): Owner | undefined {
  return ownerNamed(name);
}

export async function writeVisit(places: Places, visit: Visit): Promise<void> {
  await mkdir(folderOf(places), { recursive: true, mode: 0o700 });
  await writeWhole(pathOf(places, visit.token), JSON.stringify(visit));
}

/** Open visits; `isOver`: the visitor is proven dead. */
export async function readVisits(places: Places): Promise<readonly (Visit & { readonly isOver: boolean })[]> {
  const names = await readdir(folderOf(places)).catch(() => []);
  const visits = await Promise.all(
    names.filter((name) => name.endsWith(".json")).map((name) => readVisit(join(folderOf(places), name))),
  );
  return visits
    .filter((visit) => visit !== undefined)
    .map((visit) => ({ ...visit, isOver: isOwnerDead(visit.visitor) }));
}

export async function dropVisit(places: Places, { token }: Pick<Visit, "token">): Promise<void> {
  await rm(pathOf(places, token), { force: true });
}

async function readVisit(path: string): Promise<Visit | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Visit;
  } catch {
    // Ended just now, or garbled by a disk: the context is captured before it goes in any case.
    return undefined;
  }
}

function folderOf({ home }: Places): string {
  return join(home, "visits");
}

/** Tokens are Tutti's, safe in a path. */
function pathOf(places: Places, token: string): string {
  return join(folderOf(places), `${token}.json`);
}
