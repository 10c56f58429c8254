import { statfsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { TuttiError, messageOf } from "../../../base/error.ts";

/**
 * SQLITE_CORRUPT and SQLITE_NOTADB, in their extended forms too: what else may go wrong says nothing about the file.
 */
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

/** The file may be intact: the disk is full, or the file belongs to another user. */
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

/**
 * Does something with a database. That a page of it is damaged may be found by any question, not only when it is
 * opened.
 */
export function telling<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw isDamage(error) ? corrupt(path, error) : error;
  }
}

export const emptied = "the file is empty, though this home has folders of jobs";

/**
 * SQLite takes an empty file for a new database, and would start over without a word. A file that was emptied, by a
 * full disk or by hand, is told from a new one by the jobs that this home has folders of.
 */
export async function isEmptied(home: string, path: string): Promise<boolean> {
  const sizeOf = async (file: string): Promise<number | undefined> =>
    stat(file).then(
      ({ size }) => size,
      () => undefined,
    );
  if ((await sizeOf(path)) !== 0 || ((await sizeOf(`${path}-wal`)) ?? 0) > 0) return false;
  return (await readdir(join(home, "jobs")).catch(() => [])).length > 0;
}
