import { countFrom, daysFrom, type Environment, gigabyte, gigabytesFrom, truthFrom } from "./variables.ts";

/** How long and how much is kept. */
export interface CleanupSettings {
  /** The context of a failed sheet goes when nobody used it for so long. */
  readonly ageDays: number;
  /** Without it the context of a failed sheet goes at once; its captures stay either way. */
  readonly keepFailed: boolean;
  /** How many contexts of failed sheets are kept; `null` for any number. */
  readonly maxContexts: number | null;
  /** How much they may take on the disk together; `null` for any amount. */
  readonly maxBytes: number | null;
  readonly trashDays: number;
  readonly trashBytes: number;
}

export function cleanupSettingsFrom(env: Environment): CleanupSettings {
  return {
    ageDays: daysFrom(env, "TUTTI_CLEANUP_AGE_DAYS", 7),
    keepFailed: truthFrom(env, "TUTTI_KEEP_FAILED", true),
    maxContexts: countFrom(env, "TUTTI_CLEANUP_MAX_CONTEXTS", null),
    maxBytes: gigabytesFrom(env, "TUTTI_CLEANUP_MAX_GB", null),
    trashDays: daysFrom(env, "TUTTI_TRASH_DAYS", 1),
    trashBytes: gigabytesFrom(env, "TUTTI_TRASH_GB", 2 * gigabyte),
  };
}
