import { statfs } from "node:fs/promises";
import type { World } from "../../base/world.ts";
import { type DiskLevel, type DiskRoom, governDisk, type DiskLimits } from "./govern.ts";

export interface DiskWatch {
  readonly path: string;
  readonly limits: DiskLimits;
  readonly world: Pick<World, "after">;
  readonly everyMs: number;
  /** Told of every change; a disk is taken for ample until it was looked at. */
  readonly onChange: (level: DiskLevel, room: DiskRoom) => void;
  readonly read?: (path: string) => Promise<DiskRoom>;
}

/**
 * Looks at once, so that whoever waits for it starts nothing on a full disk, and then again and again until it is
 * stopped.
 */
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
    // One that can't be asked just now is as it was.
    const room = await read(path).catch(() => null);
    if (isStopped) return;
    const before = level;
    if (room !== null) level = governDisk(room, limits, before);
    // The next look is arranged first: whoever is told may stop us.
    callOff = world.after(everyMs, () => void look());
    if (room !== null && level !== before) onChange(level, room);
  }

  await look();
  return () => {
    isStopped = true;
    callOff();
  };
}

/** What a plain user may still write; some of the rest is kept for root. */
export async function readDisk(path: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
