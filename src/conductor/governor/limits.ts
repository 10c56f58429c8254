import type { Settings } from "../../config/keys.ts";
import type { CleanupSettings, Retention } from "../../isolation/cleanup/settings.ts";
import type { DiskLimits } from "../../isolation/disk/govern.ts";

/** What may be kept on the disk. */
export function limitsOf(settings: Settings): {
  readonly cleanup: CleanupSettings;
  readonly retention: Retention;
  readonly disk: DiskLimits;
} {
  return {
    cleanup: {
      ageDays: settings["cleanup.age_days"],
      keepFailed: settings["cleanup.keep_failed"],
      maxContexts: settings["cleanup.max_contexts"],
      maxBytes: settings["cleanup.max_size"],
      trashDays: settings["cleanup.trash_days"],
      trashBytes: settings["cleanup.trash_size"],
    },
    retention: {
      historyDays: settings["cleanup.history_days"],
      answersDays: settings["cleanup.answers_days"],
      logsDays: settings["cleanup.logs_days"],
    },
    disk: { warningBytes: settings["limits.disk_warning"], floorBytes: settings["limits.disk_floor"] },
  };
}
