import { sizeText } from "../../base/text.ts";
import type { DiskTrouble } from "../../base/home/disk-trouble.ts";
import type { World } from "../../base/world/world.ts";
import {
  type DiskLevel,
  type DiskLimits,
  type DiskRoom,
  diskTrouble,
  governDisk,
  isAtLeast,
} from "../../isolation/disk/govern.ts";
import { readDisk, watchDisk } from "../../isolation/disk/watch.ts";
import type { Brake } from "../../process/brake.ts";

export interface Governor {
  /** The trouble of the disk, by the last look; `null` when there is room. */
  trouble(): DiskTrouble | null;
  stop(): void;
}

interface Governed {
  readonly path: string;
  readonly limits: DiskLimits;
  readonly world: World;
  readonly brake: Brake;
  /** Frees what is no longer needed: called with every change for the worse. */
  readonly makeRoom: () => Promise<void>;
  readonly notice: (text: string) => void;
}

const everyMs = 2_000;

/**
 * Watches the disk that contexts lie on: warns, stops admission, halts agents, and lets all go on by itself when there
 * is room.
 */
export async function governHome(governed: Governed): Promise<Governor> {
  const { path, limits, world, brake, makeRoom, notice } = governed;
  let level: DiskLevel = "ample";
  let room: DiskRoom = { freeBytes: 0, totalBytes: 0 };
  const read = async (where: string): Promise<DiskRoom> => (room = await readDisk(where));
  const trouble = (): DiskTrouble | null => diskTrouble(level, room, limits);
  const onChange = (now: DiskLevel): void => {
    const isWorse = isAtLeast(now, level) && now !== level;
    level = now;
    notice(trouble()?.what ?? `${sizeText(room.freeBytes)} free on the disk: everything goes on`);
    brake.set(now === "full");
    if (isWorse) void makeRoom();
  };
  const stop = await watchDisk({ path, limits, world, everyMs, onChange, read });
  return {
    trouble,
    stop: () => {
      stop();
      brake.set(false);
    },
  };
}

/** The same for those who only look once. A disk that can't be asked says nothing. */
export async function lookAtDisk(path: string, limits: DiskLimits): Promise<DiskTrouble | null> {
  const room = await readDisk(path).catch(() => null);
  return room === null ? null : diskTrouble(governDisk(room, limits), room, limits);
}
