import { TuttiError } from "../../base/error.ts";
import type { World } from "../../base/world.ts";
import { type OsLock, acquireOsLock } from "../../lock/os-lock.ts";

/** Runs one job at a time; a failed one does not stop the next. A job must not queue another one and wait for it. */
export type WritersQueue = <T>(job: () => Promise<T>) => Promise<T>;

/** How long one waits for others before something must be wrong with them. A single git call may take half an hour. */
const limitMs = 60 * 60_000;

/**
 * The last job of each line within this process: whoever opens the same store twice still waits here, without polling.
 */
const lines = new Map<string, Promise<unknown>>();

/**
 * One line for all who work on what lies beside `lockPath`: within a process in the order they came, between processes
 * one at a time. A process that dies gives its place back at once.
 */
export function writersQueue(lockPath: string, world: Pick<World, "after" | "ticks">): WritersQueue {
  return (job) => {
    const before = lines.get(lockPath) ?? Promise.resolve();
    const mine = before.then(async () => {
      const lock = await takeTurn(lockPath, world);
      try {
        return await job();
      } finally {
        lock.release();
      }
    });
    const ended: Promise<void> = mine
      .catch(() => undefined)
      .then(() => {
        if (lines.get(lockPath) === ended) lines.delete(lockPath);
      });
    lines.set(lockPath, ended);
    return mine;
  };
}

/**
 * Two locks: whoever is next holds the door while waiting for the room. With one lock a process with many jobs would
 * take it again before anybody else looked, and keep the others out until it is done.
 */
async function takeTurn(lockPath: string, world: Pick<World, "after" | "ticks">): Promise<OsLock> {
  const wait = { limitMs, pollMs: 10, refused: () => hangs(lockPath) };
  const door = await acquireOsLock(`${lockPath}.next`, world, wait);
  try {
    return await acquireOsLock(lockPath, world, wait);
  } finally {
    door.release();
  }
}

function hangs(lockPath: string): TuttiError {
  return new TuttiError("store.locked", `another process has kept ${lockPath} for an hour`, {
    audience: "environment",
    hint: "Look for a tutti that hangs, end it, and try again.",
  });
}
