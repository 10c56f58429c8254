import type { CostPlan } from "../../score/plan/plan.ts";
import type { SheetState } from "../../sheet/state.ts";
import type { Usage } from "../../sheet/cost/usage.ts";

/**
 * The money that a job may still spend. Money is set aside before a sheet starts, as much as the costliest turn so far
 * took, and booked as its agent reports its usage. An agent goes from turn to turn without asking: where there is no
 * money for the next turns of all that run, some are sent home, so that no more than one turn goes beyond the limit.
 */
export interface Purse {
  /** How many more sheets may start. */
  room(): number;
  begin(): Share;
  spentUsd(): number;
  /** The limit is reached: all running agents must end. */
  isOver(): boolean;
  /** Whether so much is spent that it should be said; true once. */
  isNearlyOver(): boolean;
}

/** The part that one run takes of it. */
export interface Share {
  /** Its usage so far. */
  told(usage: Usage, largestTurnUsd: number | null): void;
  /** Its last report. */
  usd(): number;
  /** Whether its agent is at work. */
  isOut(): boolean;
  /** Whether there is money for its next turn besides those of the others. */
  isCovered(): boolean;
  /** It is sent home: nothing is set aside for it any more. */
  dismiss(): void;
  /** It is over; only the first word counts. `null`: the cost is not known; `undefined`: it never began. */
  settle(usage: Usage | null | undefined): void;
}

interface PurseParts {
  readonly cost: () => CostPlan;
  readonly states: Iterable<SheetState>;
}

interface Booked {
  usd: number;
  isDismissed: boolean;
}

/** Sums of money are not exact. */
const tinyUsd = 1e-9;

export function makePurse({ cost, states }: PurseParts): Purse {
  let bookedUsd = spentIn(states);
  const out = new Set<Booked>();
  /** `undefined` until the first run told, or could have told, what a turn costs. */
  let turnUsd: number | undefined;
  let wasSaid = false;
  const spentUsd = (): number => [...out].reduce((sum, { usd }) => sum + usd, bookedUsd);
  const isCovered = (): boolean => {
    const { perJobUsd } = cost();
    const others = [...out].filter(({ isDismissed }) => !isDismissed).length - 1;
    return perJobUsd === null || spentUsd() + others * (turnUsd ?? 0) <= perJobUsd + tinyUsd;
  };
  return {
    room: () => {
      const { perJobUsd } = cost();
      if (perJobUsd === null) return Infinity;
      // The cost of a turn is not known yet: one goes first.
      if (turnUsd === undefined) return out.size === 0 && spentUsd() < perJobUsd ? 1 : 0;
      const left = perJobUsd - spentUsd() - out.size * turnUsd;
      if (left <= 0) return 0;
      return turnUsd === 0 ? Infinity : Math.floor((left + tinyUsd) / turnUsd);
    },
    begin: () => {
      const own: Booked = { usd: 0, isDismissed: false };
      out.add(own);
      return {
        told: (usage, largestTurnUsd) => {
          own.usd = usage.usd ?? 0;
          if (largestTurnUsd !== null) turnUsd = Math.max(turnUsd ?? 0, largestTurnUsd);
        },
        usd: () => own.usd,
        isOut: () => out.has(own),
        isCovered,
        dismiss: () => {
          own.isDismissed = true;
        },
        settle: (usage) => {
          if (!out.delete(own)) return;
          bookedUsd += usage?.usd ?? 0;
          if (usage !== undefined) turnUsd ??= 0;
        },
      };
    },
    spentUsd,
    isOver: () => {
      const { perJobUsd } = cost();
      return perJobUsd !== null && spentUsd() >= perJobUsd - tinyUsd;
    },
    isNearlyOver: () => {
      const { perJobUsd, warnAt } = cost();
      if (wasSaid || perJobUsd === null || spentUsd() < perJobUsd * warnAt - tinyUsd) return false;
      wasSaid = true;
      return true;
    },
  };
}

function spentIn(states: Iterable<SheetState>): number {
  let sum = 0;
  for (const state of states) if (state.kind !== "skipped") sum += state.counts.spent.usd ?? 0;
  return sum;
}
