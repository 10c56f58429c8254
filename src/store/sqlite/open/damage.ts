import { statfsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { TuttiError, messageOf } from "../../../base/error.ts";
import { exists } from "../../../base/files/exists.ts";
import { conductorPlaces } from "../../../base/home/conductor-places.ts";
import { isOsLockHeld } from "../../../lock/os-lock.ts";

/** SQLITE_CORRUPT and SQLITE_NOTADB: other errors say nothing about the file. */
export function isDamage(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  return [11, 26].includes(errcode & 0xff);
}

export function corrupt(path: string, error: unknown): TuttiError {
  return new TuttiError("store.corrupt", `${path} can't be read: ${messageOf(error)}`, {
    audience: "environment",
    hint: "Landings, snapshots and contexts do not depend on it. In the repository of a job, this puts the file aside and rebuilds the job: tutti resume --infer",
    cause: error,
  });
}

/** The file may be intact: a full disk, or another user's file. */
export function unreadable(path: string, error: unknown): TuttiError {
  const why = isDiskFull(path) ? "its disk is full" : messageOf(error);
  return new TuttiError("store.unreadable", `${path} can't be read now: ${why}`, {
    audience: "environment",
    hint: "The file is not damaged as far as this shows. Free some space on its disk, check that you may read the file and write in its folder, then try again.",
    cause: error,
  });
}

/** Even a reader needs a page beside the file. */
function isDiskFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < 64 * 1024;
  } catch {
    return false;
  }
}

/** Any query may find a damaged page, not only the opening. */
export function telling<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw isDamage(error) ? corrupt(path, error) : error;
  }
}

/**
 * For a reader. A writer that creates the file holds its lock over an empty one for a moment, and has opened no log
 * yet; beside a file that was emptied under its writer there is one.
 */
export async function isFoundEmptied(home: string, path: string): Promise<boolean> {
  // Looked at in this order, which is the opposite of the writer's, so that it may go on in between.
  const isInUse = await exists(`${path}-shm`);
  if (!(await isEmptied(home, path))) return false;
  return isInUse || !isOsLockHeld(conductorPlaces(home).writerLock);
}

export const emptied = "the file is empty, though this home has folders of jobs";

/** SQLite takes an empty file for a new database. Folders of jobs tell an emptied one from a new one. */
export async function isEmptied(home: string, path: string): Promise<boolean> {
  const sizeOf = async (file: string): Promise<number | undefined> =>
    stat(file).then(
      ({ size }) => size,
      () => undefined,
    );
  if ((await sizeOf(path)) !== 0 || ((await sizeOf(`${path}-wal`)) ?? 0) > 0) return false;
  return (await readdir(join(home, "jobs")).catch(() => [])).length > 0;
}
