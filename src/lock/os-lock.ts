import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { TuttiError, messageOf } from "../base/error.ts";
import type { World } from "../base/world.ts";

/** Held by one at a time, among processes and within one. The operating system takes it back when its holder dies. */
export interface OsLock {
  release(): void;
}

export interface LockWait {
  /** Called once, when it is clear that somebody else has the lock. */
  readonly onWait?: () => void;
  readonly signal?: AbortSignal;
  /** How long to wait at most; for ever when absent. */
  readonly limitMs?: number;
  /** The longest pause between two tries. */
  readonly pollMs?: number;
  /** What is thrown when the signal or the limit ends the wait. */
  readonly refused: () => TuttiError;
}

/**
 * Takes a lock, waiting for another holder to give it back or to end. It is a transaction on a small database of its
 * own: SQLite holds an OS lock for it on every platform, which no crash leaves behind and no stale file can imitate.
 */
export async function acquireOsLock(
  path: string,
  world: Pick<World, "after" | "ticks">,
  wait: LockWait,
): Promise<OsLock> {
  const begun = world.ticks();
  for (let tries = 1; ; tries += 1) {
    const lock = tryOsLock(path);
    if (lock !== undefined) return lock;
    // The first refusal may have been somebody who only looked whether the lock is held.
    if (tries === 2) wait.onWait?.();
    const delayMs = Math.min(2 ** Math.min(tries, 16), wait.pollMs ?? 100);
    await pause(world, delayMs, wait.signal);
    if (wait.signal?.aborted === true || world.ticks() - begun > (wait.limitMs ?? Infinity)) throw wait.refused();
  }
}

/** `undefined` when somebody else holds it now. */
export function tryOsLock(path: string): OsLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    const held = new DatabaseSync(path, { timeout: 0 });
    database = held;
    database.exec("PRAGMA journal_mode = DELETE");
    database.exec("BEGIN EXCLUSIVE");
    return {
      release: () => {
        held.close();
      },
    };
  } catch (error) {
    database?.close();
    if (isBusy(error)) return undefined;
    throw new TuttiError("store.write_failed", `could not lock ${path}: ${messageOf(error)}`, {
      audience: "environment",
      cause: error,
    });
  }
}

/** Whether somebody holds it now. */
export function isOsLockHeld(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    database.close();
  }
}

/** SQLITE_BUSY, in its extended forms too: the low byte is the kind. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === 5;
}

function pause(world: Pick<World, "after">, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      // Waiting may take hours: listeners that stay would pile up, and Node warns of them on the user's terminal.
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const stop = world.after(delayMs, end);
    signal?.addEventListener("abort", end);
  });
}
