import { type Environment, gigabyte, gigabytesFrom } from "../cleanup/variables.ts";

/** What there is on the file system of a path. */
export interface DiskRoom {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** From best to worst. `low`: warn and clear artefacts. `short`: start no new sheet. `full`: stop the agents. */
const diskLevels = ["ample", "low", "short", "full"] as const;
export type DiskLevel = (typeof diskLevels)[number];

/**
 * A level is entered below its limit and left only with a quarter more than it, or agents would be stopped and started
 * again with every file that somebody deletes.
 */
export const easing = 1.25;

/** The level now, given the one before. */
export function governDisk(
  { freeBytes, totalBytes }: DiskRoom,
  limits: DiskLimits,
  before: DiskLevel = "ample",
): DiskLevel {
  // Some network file systems tell nothing of themselves: that is no reason to stop anybody.
  if (totalBytes <= 0) return "ample";
  const floor = floorOf(limits, totalBytes);
  const isAt = (level: DiskLevel, limit: number): boolean =>
    freeBytes < (isAtLeast(before, level) ? limit * easing : limit);
  if (isAt("full", floor / 4)) return "full";
  if (isAt("short", floor)) return "short";
  return isAt("low", limits.warningBytes) ? "low" : "ample";
}

/** Whether there is as little room as that, or less. */
export function isAtLeast(level: DiskLevel, limit: DiskLevel): boolean {
  return diskLevels.indexOf(level) >= diskLevels.indexOf(limit);
}

/** How much room there has to be. A limit of 0 is never reached. */
export interface DiskLimits {
  /** Below it the user is warned, and what can be made again is cleared away. */
  readonly warningBytes: number;
  /**
   * Below it no new sheet starts, below a quarter of it agents are stopped. `null`: what suits the size of the disk.
   */
  readonly floorBytes: number | null;
}

export function diskLimitsFrom(env: Environment): DiskLimits {
  return {
    warningBytes: gigabytesFrom(env, "TUTTI_DISK_WARNING_GB", 10 * gigabyte),
    floorBytes: gigabytesFrom(env, "TUTTI_DISK_FLOOR_GB", null),
  };
}

/** Two gigabytes, but not more than a twentieth of a small disk. */
export function floorOf({ floorBytes }: DiskLimits, totalBytes: number): number {
  return floorBytes ?? Math.min(2 * gigabyte, totalBytes / 20);
}
