import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { TuttiError, messageOf } from "../base/error.ts";
import type { World } from "../base/world/world.ts";

/** Held by one at a time, among and within processes. The operating system releases it when its holder dies. */
export interface OsLock {
  release(): void;
}

export interface LockWait {
  /** Called once the lock is known to be taken. */
  readonly onWait?: () => void;
  readonly signal?: AbortSignal;
  /** Absent: for ever. */
  readonly limitMs?: number;
  readonly pollMs?: number;
  readonly refused: () => TuttiError;
}

/**
 * Waits for the holder to release it or die. It is a transaction on a small database: SQLite holds an OS lock on every
 * platform, which no crash leaves behind and no stale file imitates.
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
    // The first refusal may come from a process that only looked.
    if (tries === 2) wait.onWait?.();
    const delayMs = Math.min(2 ** Math.min(tries, 16), wait.pollMs ?? 100);
    await pause(world, delayMs, wait.signal);
    if (wait.signal?.aborted === true || world.ticks() - begun > (wait.limitMs ?? Infinity)) throw wait.refused();
  }
}

/** `undefined`: taken. */
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

/** SQLITE_BUSY, also in its extended forms. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === 5;
}

function pause(world: Pick<World, "after">, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      // Waiting may take hours, and listeners would pile up.
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const stop = world.after(delayMs, end);
    signal?.addEventListener("abort", end);
  });
}
