import type { EpochMs } from "../../base/ids.ts";
import { dayOf, momentOf } from "../../base/time/calendar.ts";
import { type Hours, endOfHours } from "../../score/hours.ts";
import type { DayUse, Lane, Rate } from "./lane.ts";

/** A person's limits for accounts; `null`: the provider's. */
export interface AccountRules {
  readonly sessions: number | null;
  readonly callsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly dayUsd: number | null;
  readonly dayTokens: number | null;
  readonly quiet: readonly Hours[];
  /** They are of this account alone: others may take over. */
  readonly isOwnQuiet?: true;
}

/** The rules of one account. */
export type RulesOf = (lane: Pick<Lane, "account" | "name">) => AccountRules;

export const noRules: AccountRules = {
  sessions: null,
  callsPerMinute: null,
  tokensPerMinute: null,
  dayUsd: null,
  dayTokens: null,
  quiet: [],
};

/** A person's rule keeps sheets from an account. */
export interface Closed {
  readonly kind: "closed";
  readonly why: "quiet" | "usd" | "tokens";
  readonly until: EpochMs;
  /** By a rule for this account alone, or by its budget. */
  readonly isOwn: boolean;
}

interface At {
  readonly now: EpochMs;
  readonly isUrgent: boolean;
  /** The account's use today. */
  readonly day: Omit<DayUse, "day">;
}

export function closedAt(rules: AccountRules, { now, isUrgent, day }: At): Closed | null {
  const quietEnd = isUrgent ? null : endOfHours(rules.quiet, now);
  if (quietEnd !== null)
    return { kind: "closed", why: "quiet", until: quietEnd as EpochMs, isOwn: rules.isOwnQuiet === true };
  const why =
    rules.dayUsd !== null && day.usd >= rules.dayUsd
      ? "usd"
      : rules.dayTokens !== null && day.tokens >= rules.dayTokens
        ? "tokens"
        : null;
  return why === null ? null : { kind: "closed", why, until: midnightAfter(now), isOwn: true };
}

export function hasBudget({ dayUsd, dayTokens }: AccountRules): boolean {
  return dayUsd !== null || dayTokens !== null;
}

/** The lane, with what a person allows. */
export function ruled(lane: Lane, { sessions, callsPerMinute, tokensPerMinute }: AccountRules): Lane {
  if (sessions === null && callsPerMinute === null && tokensPerMinute === null) return lane;
  const set = (unit: Rate["unit"], limit: number | null): readonly Rate[] =>
    limit === null ? [] : [{ unit, limit, perMs: 60_000 }];
  return {
    ...lane,
    window: sessions === null ? lane.window : Math.min(sessions, lane.window ?? Infinity),
    rates: [...lane.rates, ...set("calls", callsPerMinute), ...set("tokens", tokensPerMinute)],
    // One more than a person allows is not tried.
    trial: sessions !== null && (lane.window ?? Infinity) >= sessions ? null : lane.trial,
  };
}

/** An account's use today, over all of its models. */
export function usedToday(lanes: Iterable<Lane>, account: string, now: EpochMs): Omit<DayUse, "day"> {
  const sum = { calls: 0, tokens: 0, usd: 0 };
  for (const lane of lanes) {
    if (lane.account !== account || lane.day.day !== dayOf(now)) continue;
    sum.calls += lane.day.calls;
    sum.tokens += lane.day.tokens;
    sum.usd += lane.day.usd;
  }
  return sum;
}

function midnightAfter(now: EpochMs): EpochMs {
  return momentOf(now, 1, 0) as EpochMs;
}
