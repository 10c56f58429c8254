import { type Environment, gigabyte, gigabytesFrom } from "../cleanup/variables.ts";

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
