import type { Settings } from "../../config/keys.ts";
import type { CleanupSettings, Retention } from "../../isolation/cleanup/settings.ts";
import { type AccountLimits, limitsByAccount } from "../../config/account-limits.ts";
import type { AccountRules, RulesOf } from "../../schedule/accounts/rules.ts";
import { hoursIn } from "../../score/hours.ts";
import type { DiskLimits } from "../../isolation/disk/govern.ts";

/** The limits of an account: the rules for it, else those for all. `idOf`: of an account that a score names. */
export function rulesOf(settings: Settings, idOf: (name: string) => string): RulesOf {
  const all: AccountRules = {
    sessions: settings["limits.sessions"],
    callsPerMinute: settings["limits.calls_per_minute"],
    tokensPerMinute: settings["limits.tokens_per_minute"],
    dayUsd: settings["limits.day_usd"],
    dayTokens: settings["limits.day_tokens"],
    quiet: quietIn(settings["limits.quiet_hours"]),
  };
  const single = Object.entries(limitsByAccount(settings["limits.accounts"]));
  if (single.length === 0) return () => all;
  return ({ account, name }) => {
    // An id says more than a name of a score's, and that more than the name of an agent.
    const own =
      single.find(([written]) => written === account)?.[1] ??
      single.find(([written]) => idOf(written) === account)?.[1] ??
      single.find(([written]) => written === name)?.[1];
    return own === undefined ? all : over(all, own);
  };
}

function over(all: AccountRules, own: AccountLimits): AccountRules {
  return {
    sessions: own.sessions ?? all.sessions,
    callsPerMinute: own.calls_per_minute ?? all.callsPerMinute,
    tokensPerMinute: own.tokens_per_minute ?? all.tokensPerMinute,
    dayUsd: own.day_usd ?? all.dayUsd,
    dayTokens: own.day_tokens ?? all.dayTokens,
    ...(own.quiet_hours === undefined ? { quiet: all.quiet } : { quiet: quietIn(own.quiet_hours), isOwnQuiet: true }),
  };
}

function quietIn(written: string | null): AccountRules["quiet"] {
  return written === null ? [] : (hoursIn(written) ?? []);
}

/** The limits for data kept on the disk. */
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
