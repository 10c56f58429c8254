import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { isOtherGitAtWork } from "../../../git/stale-locks.ts";
import { isSettled, lockPath, settle } from "./index-lock.ts";

/** git writes the index before HEAD: with so fresh an index it may be about to write HEAD. */
const quietMs = 150;
/** With an index this fresh any git may be the one that wrote it. */
const freshMs = 5_000;
/** Before looking again at a git that runs. */
const pauseMs = 50;
/**
 * These enter or move a branch without asking whether it is where it was when they wrote the index, so they are awaited
 * however old the index is. The others (a commit with an open editor) let go of a branch that moved.
 */
const blindMovers: ReadonlySet<string> = new Set(["reset", "checkout", "switch"]);

/**
 * How long until no git can be between its index and its HEAD or branch: git writes the index first, and releases the
 * lock before the others. The caller holds the lock. By the file system's clock. An index that Tutti wrote, or found
 * with no git at work, does not count.
 */
export async function unsettledMs(gitDir: string, folders: readonly string[]): Promise<number> {
  const [lock, index, log] = await Promise.all(
    [lockPath(gitDir), join(gitDir, "index"), join(gitDir, "logs", "HEAD")].map((path) =>
      lstat(path).catch(() => undefined),
    ),
  );
  // One that has none yet, or that was removed just now.
  if (lock === undefined || index === undefined || isSettled(gitDir, index)) return 0;
  // Negative where the index was written between our draft and its link.
  const ageMs = lock.mtimeMs - index.mtimeMs;
  const isFresh = Math.abs(ageMs) < freshMs;
  if (isFresh && ageMs < quietMs) return Math.ceil(quietMs - Math.max(0, ageMs));
  // One that has moved HEAD since may run on for long, in a hook of the user's.
  const isMoved = log !== undefined && log.mtimeMs > index.mtimeMs;
  if (isFresh || !isMoved) {
    const isAtWork = await isOtherGitAtWork(folders, isFresh ? undefined : blindMovers);
    if (isAtWork === true) return pauseMs;
  }
  settle(gitDir, index);
  return 0;
}
