import { sizeText } from "../../base/text.ts";
import type { DiskTrouble } from "../../base/home/disk-trouble.ts";

export interface DiskRoom {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** From best to worst. `low`: warn, clear artefacts. `short`: start no sheet. `full`: stop agents. */
const diskLevels = ["ample", "low", "short", "full"] as const;
export type DiskLevel = (typeof diskLevels)[number];

/** A level is left only with a quarter more than its limit, or agents would stop and start with every deleted file. */
const easing = 1.25;

export function governDisk(
  { freeBytes, totalBytes }: DiskRoom,
  limits: DiskLimits,
  before: DiskLevel = "ample",
): DiskLevel {
  // Some network file systems report nothing.
  if (totalBytes <= 0) return "ample";
  const floor = floorOf(limits, totalBytes);
  const isAt = (level: DiskLevel, limit: number): boolean =>
    freeBytes < (isAtLeast(before, level) ? limit * easing : limit);
  if (isAt("full", floor / 4)) return "full";
  if (isAt("short", floor)) return "short";
  return isAt("low", limits.warningBytes) ? "low" : "ample";
}

export function isAtLeast(level: DiskLevel, limit: DiskLevel): boolean {
  return diskLevels.indexOf(level) >= diskLevels.indexOf(limit);
}

/** A limit of 0 is never reached. */
export interface DiskLimits {
  /** Below it: warn, and clear what can be made again. */
  readonly warningBytes: number;
  /** Below it no sheet starts, below a quarter of it agents stop. `null`: by the size of the disk. */
  readonly floorBytes: number | null;
}

/** Two gigabytes, but not more than a twentieth of a small disk. */
export function floorOf({ floorBytes }: DiskLimits, totalBytes: number): number {
  return floorBytes ?? Math.min(2e9, totalBytes / 20);
}

/** `null`: there is room. */
export function diskTrouble(level: DiskLevel, room: DiskRoom, limits: DiskLimits): DiskTrouble | null {
  if (level === "ample") return null;
  const { limitBytes, words } = meaningOf(level, room, limits);
  return {
    level,
    freeBytes: room.freeBytes,
    limitBytes,
    what: `${sizeText(room.freeBytes)} free on the disk, ${words}`,
    next,
  };
}

const next = "Free space on the disk of Tutti's folder; tutti clean shows what Tutti could give back.";

function meaningOf(
  level: Exclude<DiskLevel, "ample">,
  { totalBytes }: DiskRoom,
  limits: DiskLimits,
): { readonly limitBytes: number; readonly words: string } {
  const floor = floorOf(limits, totalBytes);
  switch (level) {
    case "low":
      return {
        limitBytes: limits.warningBytes,
        words: `and the warning is at ${sizeText(limits.warningBytes)} (limits.disk_warning): the trash and build artefacts of kept contexts are cleared`,
      };
    case "short":
      return {
        limitBytes: floor,
        words: `and the floor is ${sizeText(floor)} (limits.disk_floor): no sheet starts until ${sizeText(floor * easing)} are free`,
      };
    case "full":
      return {
        limitBytes: floor / 4,
        words: `and the floor is ${sizeText(floor)} (limits.disk_floor): agents are halted until ${sizeText((floor / 4) * easing)} are free`,
      };
  }
}
