import { access, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ContextId } from "../base/ids.ts";
import type { ObjectStore } from "./object-store.ts";
import type { Places } from "./places.ts";
import { hasRecord } from "./record.ts";

/**
 * Clears what dead processes left in Tutti's own home. Only the holder of the writer lock calls this, after every
 * process of an earlier holder has ended: then nothing here can belong to anyone alive.
 */
export async function sweepHome(places: Places): Promise<void> {
  for (const folder of [places.trash, places.scratch]) await empty(folder);
  await mkdir(places.contexts, { recursive: true, mode: 0o700 });
  for (const name of await readdir(places.contexts)) {
    // Without a record no agent was ever let in, so nobody's work is in there.
    if (!(await hasRecord(places, name))) await rm(join(places.contexts, name), { recursive: true, force: true });
  }
}

/** Locks and half-written objects of killed git processes, and worktrees whose folder is gone. */
export async function sweepStore(places: Places, store: ObjectStore): Promise<void> {
  await removeLocks(join(store.gitDir, "refs"), true);
  await removeLocks(store.gitDir, false);
  const worktrees = join(store.gitDir, "worktrees");
  for (const name of await list(worktrees)) {
    const folder = join(worktrees, name);
    if (await exists(places.context(name as ContextId))) await removeLocks(folder, true);
    else await rm(folder, { recursive: true, force: true });
  }
}

async function removeLocks(folder: string, deep: boolean): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (deep) await removeLocks(path, true);
    } else if (entry.name.endsWith(".lock")) await rm(path, { force: true });
  }
}

async function empty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await list(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

async function list(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
