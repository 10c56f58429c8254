import { TuttiError } from "../../base/error.ts";
import type { World } from "../../base/world/world.ts";
import { type OsLock, acquireOsLock } from "../../lock/os-lock.ts";

/** One job at a time; a failed one does not stop the next. A job must not wait for another of the same queue. */
export type WritersQueue = <T>(job: () => Promise<T>) => Promise<T>;

/** A single git call may take half an hour. */
const limitMs = 60 * 60_000;

/** Per process: opening a store twice still waits here, without polling. */
const lines = new Map<string, Promise<unknown>>();

/**
 * One queue for all work beside `lockPath`: in order within a process, one at a time between processes. A dead process
 * releases its place at once.
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
 * Two locks: the next one holds the door while it waits. With one lock, a process with many jobs would starve others.
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
