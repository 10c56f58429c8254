import type { Stats } from "node:fs";
import { lstat, readdir, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import type { World } from "../base/world.ts";

/** A lock that looked the same this long, with nobody having it open, has no owner: git holds such a lock for milliseconds. */
const settleMs = 1000;

/**
 * Removes locks that a killed git of an earlier Tutti left in the user's repository. A lock is taken away only when its
 * owner is proven dead: made before this Tutti started, open in no process, and unchanged over a while.
 * Returns those it can't be sure of.
 */
export async function removeStaleLocks(paths: readonly string[], world: World, startedAt: number): Promise<readonly string[]> {
  const seen = await Promise.all(paths.map(async (path) => ({ path, stats: await statOf(path) })));
  const there = seen.filter((item) => item.stats !== undefined);
  if (there.length === 0) return [];
  await new Promise<void>((resolve) => world.after(settleMs, resolve));
  const open = await openFiles();
  const doubtful: string[] = [];
  for (const { path, stats } of there) {
    const now = await statOf(path);
    if (now === undefined) continue;
    // What another user's process has open can't always be seen.
    const isOurs = now.mtimeMs < startedAt && now.uid === process.geteuid?.() && open?.has(path) === false;
    if (isOurs && stats !== undefined && now.ino === stats.ino && now.mtimeMs === stats.mtimeMs) await rm(path, { force: true });
    else doubtful.push(path);
  }
  return doubtful;
}

async function statOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined);
}

/** Every file that a process of ours to see has open; `undefined` where the system does not tell. */
async function openFiles(): Promise<ReadonlySet<string> | undefined> {
  const processes = await readdir("/proc").catch(() => undefined);
  if (processes === undefined) return undefined;
  const files = new Set<string>();
  for (const pid of processes.filter((name) => /^\d+$/.test(name))) {
    const folder = join("/proc", pid, "fd");
    for (const fd of await readdir(folder).catch(() => [])) files.add(await readlink(join(folder, fd)).catch(() => ""));
  }
  return files;
}
