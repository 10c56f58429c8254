import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ContextId } from "../../base/ids.ts";
import { type Owner, isOwnerDead, thisOwner } from "../../process/tree/owner.ts";
import type { Places } from "../home/places.ts";

/** Who works in a context now, for people and for whoever wants to clean up. */
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

/** `stale`: whoever locked it is proven to be dead. */
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
    // Cut short by a crash: whose it was can't be told, so it counts.
    return { owner: { pid: 0, startTime: "", bootId: "", pidNamespace: "" }, why: "unknown", isStale: false };
  }
}

function lockPath(places: Places, id: ContextId): string {
  return join(places.admin(id), "lock");
}
