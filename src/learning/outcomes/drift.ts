import { differenceInterval, type Interval, type Share } from "../interval.ts";
import { shownName } from "../routing/evaluate.ts";
import { fates, type Outcome } from "./outcome.ts";

/** How the success of an agent at a kind of work changed: its newest attempts beside those before. */
export interface Drift extends Interval {
  readonly work: string;
  readonly agent: string;
  readonly before: Share;
  readonly newest: Share;
  readonly difference: number;
  /** The 95 % interval of the difference does not hold zero. */
  readonly isShown: boolean;
}

/** How evenly attempts at a kind of work are spread over agents: 0 for one agent alone, 1 for all alike. */
export interface Spread {
  readonly work: string;
  readonly attempts: number;
  readonly agents: number;
  /** Shannon's entropy, as a share of the largest there can be. */
  readonly entropy: number;
}

const least = 20;

export function driftOf(outcomes: readonly Outcome[], window = 50): readonly Drift[] {
  const counted = outcomes.filter(({ fate }) => fates[fate] !== null);
  const groups = Map.groupBy(counted, (outcome) => JSON.stringify([outcome.work, shownName(outcome)]));
  return [...groups.values()]
    .flatMap((all): readonly Drift[] => {
      const size = Math.min(window, Math.floor(all.length / 2));
      const [first] = all;
      if (first === undefined || size < least) return [];
      const before = shareOf(all.slice(0, -size));
      const newest = shareOf(all.slice(-size));
      const found = differenceInterval(newest, before);
      const isShown = found.low > 0 || found.high < 0;
      return [{ work: first.work, agent: shownName(first), before, newest, ...found, isShown }];
    })
    .sort((a, b) => a.difference - b.difference);
}

function shareOf(outcomes: readonly Outcome[]): Share {
  return { good: outcomes.filter(({ fate }) => fate === "landed").length, trials: outcomes.length };
}

export function spreadOf(outcomes: readonly Outcome[]): readonly Spread[] {
  return [...Map.groupBy(outcomes, ({ work }) => work)]
    .map(([work, all]) => {
      const counts = [...Map.groupBy(all, shownName).values()].map(({ length }) => length);
      return { work, attempts: all.length, agents: counts.length, entropy: entropyOf(counts) };
    })
    .sort((a, b) => a.work.localeCompare(b.work));
}

function entropyOf(counts: readonly number[]): number {
  if (counts.length < 2) return 0;
  const all = counts.reduce((sum, count) => sum + count, 0);
  const bits = counts.reduce((sum, count) => sum - (count / all) * Math.log2(count / all), 0);
  return bits / Math.log2(counts.length);
}
