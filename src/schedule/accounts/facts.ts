import type { EpochMs } from "../../base/ids.ts";
import { type Shut, isShutAt } from "../throttle/throttle.ts";
import { type Lane, type Rate, sessionsOf, usedSince } from "./lane.ts";
import { wantMs, windowAt } from "./leave.ts";
import { type Closed, type RulesOf, closedAt, ruled, usedToday } from "./rules.ts";

/** One account and model at a moment, for people and for choices between agents. */
export interface LaneFacts {
  readonly key: string;
  readonly account: string;
  readonly name: string;
  /** Sessions of all homes. */
  readonly running: number;
  /** As many as may be at once; `null`: any number. */
  readonly most: number | null;
  /** A refusal has shown it; else it still grows. */
  readonly isLearnt: boolean;
  /** Some home would start more if it might. */
  readonly isAwaited: boolean;
  readonly homes: number;
  readonly rates: readonly (Rate & { readonly used: number })[];
  /** Nothing is sent there. */
  readonly shut: Shut | null;
  /** A person's rule keeps sheets from it. */
  readonly closed: Closed | null;
  /** Of the account, with all of its models. */
  readonly today: { readonly calls: number; readonly tokens: number; readonly usd: number };
  /** The rest of today's budget; `null`: there is none. */
  readonly left: { readonly usd: number | null; readonly tokens: number | null };
}

/** Those that were used last come first. */
export function factsOf(
  lanes: ReadonlyMap<string, Lane>,
  { rulesOf, now }: { readonly rulesOf: RulesOf; readonly now: EpochMs },
): readonly LaneFacts[] {
  const left = (limit: number | null, used: number): number | null =>
    limit === null ? null : Math.max(0, limit - used);
  return [...lanes]
    .toSorted(([, one], [, other]) => other.settledAt - one.settledAt)
    .map(([key, written]) => {
      const rules = rulesOf(written);
      const lane = ruled(written, rules);
      const today = usedToday(lanes.values(), lane.account, now);
      const holders = Object.values(lane.holders);
      return {
        key,
        account: lane.account,
        name: lane.name,
        running: sessionsOf(lane),
        most: windowAt(lane, now),
        isLearnt: lane.ceiling !== null || rules.sessions !== null,
        isAwaited: holders.some(({ wants, at }) => wants > 0 && at + wantMs >= now),
        homes: holders.filter(({ running }) => running > 0).length,
        rates: lane.rates.map((rate) => ({ ...rate, used: usedSince(lane, now - rate.perMs)[rate.unit] })),
        shut: isShutAt(lane.shut, now) ? lane.shut : null,
        closed: closedAt(rules, { now, isUrgent: false, day: today }),
        today,
        left: { usd: left(rules.dayUsd, today.usd), tokens: left(rules.dayTokens, today.tokens) },
      };
    });
}
