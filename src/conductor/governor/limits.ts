import type { Settings } from "../../config/keys.ts";
import type { CleanupSettings, Retention } from "../../isolation/cleanup/settings.ts";
import type { AccountRules } from "../../schedule/accounts/rules.ts";
import { hoursIn } from "../../score/hours.ts";
import type { DiskLimits } from "../../isolation/disk/govern.ts";

/** What accounts may use. */
export function rulesOf(settings: Settings): AccountRules {
  const quiet = settings["limits.quiet_hours"];
  return {
    sessions: settings["limits.sessions"],
    callsPerMinute: settings["limits.calls_per_minute"],
    tokensPerMinute: settings["limits.tokens_per_minute"],
    dayUsd: settings["limits.day_usd"],
    dayTokens: settings["limits.day_tokens"],
    quiet: quiet === null ? [] : (hoursIn(quiet) ?? []),
  };
}

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
