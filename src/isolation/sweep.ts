import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../base/exists.ts";
import { messageOf } from "../base/error.ts";
import type { ContextId } from "../base/ids.ts";
import type { ObjectStore } from "./object-store.ts";
import type { Places } from "./places.ts";
import { unusedMark } from "./record.ts";
import { removeTree } from "./remove-tree.ts";

/**
 * Clears what dead processes left in Tutti's own home. Only the holder of the writer lock calls this, after every
 * process of an earlier holder has ended: then nothing here can belong to anyone alive. What can't be removed stays, with
 * a word; it never keeps anyone from working.
 */
export async function sweepHome(places: Places, notice: (text: string) => void): Promise<void> {
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => {
      notice(`${what} could not be cleared and stays: ${messageOf(error)}`);
    });
  };
  for (const folder of [places.trash, places.scratch]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await list(folder)) await attempt(join(folder, name), () => removeTree(join(folder, name)));
  }
  for (const name of await list(places.contexts)) {
    const folder = places.contextFolder(name as ContextId);
    if (await exists(unusedMark(places, name as ContextId))) await attempt(folder, () => removeTree(folder));
    else if ((await list(folder)).length === 0) await attempt(folder, () => rmdir(folder));
  }
}

/** Locks and half-written objects of killed git processes, and worktrees whose folder is gone. */
export async function sweepStore(places: Places, store: ObjectStore): Promise<void> {
  for (const gitDir of [store.gitDir, store.hub]) {
    await removeFiles(join(gitDir, "refs"), isLock, true);
    await removeFiles(gitDir, isLock, false);
    await removeFiles(join(gitDir, "objects"), isHalfWritten, true);
  }
  const worktrees = join(store.hub, "worktrees");
  for (const name of await list(worktrees)) {
    const folder = join(worktrees, name);
    if (await exists(places.context(name as ContextId))) await removeFiles(folder, isLock, true);
    else await removeTree(folder);
  }
}

function isLock(name: string): boolean {
  return name.endsWith(".lock");
}

/** git writes objects and packs under such a name and renames them when they are whole. */
function isHalfWritten(name: string): boolean {
  return name.startsWith("tmp_") || name.startsWith(".tmp-");
}

async function removeFiles(folder: string, isWaste: (name: string) => boolean, deep: boolean): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (deep) await removeFiles(path, isWaste, true);
    } else if (isWaste(entry.name)) await rm(path, { force: true });
  }
}

async function list(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
