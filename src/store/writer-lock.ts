import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { TuttiError, messageOf } from "../base/error.ts";
import type { World } from "../base/world.ts";

/** Whoever holds this is the only process that writes below a home. The operating system takes it back when the holder dies. */
export interface WriterLock {
  release(): void;
}

const pollMs = 100;

/**
 * Takes the writer lock, waiting for another holder to end. It is a transaction on a small database of its own: SQLite
 * holds an OS lock for it on every platform, which no crash leaves behind and no stale file can imitate.
 */
export async function acquireWriterLock(path: string, world: World, wait: { onWait: () => void; signal?: AbortSignal }): Promise<WriterLock> {
  for (let tries = 1; ; tries += 1) {
    const lock = tryLock(path);
    if (lock !== undefined) return lock;
    // The first refusal may have been somebody who only looked whether a writer lives.
    if (tries === 2) wait.onWait();
    await pause(world, wait.signal);
    if (wait.signal?.aborted === true) {
      throw new TuttiError("store.locked", "gave up waiting for the other tutti", {
        audience: "user",
        hint: "Try again when it has ended, or use another home: TUTTI_HOME=<folder>.",
      });
    }
  }
}

/** Whether somebody holds the lock now. */
export function isWriterAlive(path: string): boolean {
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

function tryLock(path: string): WriterLock | undefined {
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
    throw new TuttiError("store.write_failed", `could not lock ${path}: ${messageOf(error)}`, { audience: "environment", cause: error });
  }
}

/** SQLITE_BUSY, in its extended forms too: the low byte is the kind. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === 5;
}

function pause(world: World, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      // Waiting may take hours: listeners that stay would pile up, and Node warns of them on the user's terminal.
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const stop = world.after(pollMs, end);
    signal?.addEventListener("abort", end);
  });
}
