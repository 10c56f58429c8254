import { statfs } from "node:fs/promises";
import type { World } from "../../base/world/world.ts";
import { type DiskLevel, type DiskRoom, governDisk, type DiskLimits } from "./govern.ts";

export interface DiskWatch {
  readonly path: string;
  readonly limits: DiskLimits;
  readonly world: Pick<World, "after">;
  readonly everyMs: number;
  /** Called on every change; a disk counts as ample until it was read. */
  readonly onChange: (level: DiskLevel, room: DiskRoom) => void;
  readonly read?: (path: string) => Promise<DiskRoom>;
}

/** Reads the disk at once, so that nothing starts on a full one, then periodically. */
export async function watchDisk({
  path,
  limits,
  world,
  everyMs,
  onChange,
  read = readDisk,
}: DiskWatch): Promise<() => void> {
  let level: DiskLevel = "ample";
  let isStopped = false;
  let callOff = (): void => {};

  async function look(): Promise<void> {
    // Unreadable now: no change.
    const room = await read(path).catch(() => null);
    if (isStopped) return;
    const before = level;
    if (room !== null) level = governDisk(room, limits, before);
    // Arranged first: the listener may stop us.
    callOff = world.after(everyMs, () => void look());
    if (room !== null && level !== before) onChange(level, room);
  }

  await look();
  return () => {
    isStopped = true;
    callOff();
  };
}

/** The room that a plain user may write to. */
export async function readDisk(path: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
