import { type Chance, drawBeta } from "../chance.ts";
import type { Arm } from "./figures.ts";

/** An agent's record at other work counts for at most so many attempts at this one. */
const mostElsewhere = 10;
/** Agents whose results for a dollar differ by less are alike: the one that lands more often goes first. */
const alike = 0.1;

/**
 * Thompson sampling: for each agent a rate of success is drawn from what is known of it (Beta), and the agent with the
 * most landed results for a dollar under that draw goes first. Little-known agents draw widely, so they are tried;
 * agents known to be worse are not. An agent whose drawn rate is below `floor` times the best is not chosen for its
 * price. Without known costs the drawn rate alone decides.
 */
export function sampledOrder(arms: readonly Arm[], floor: number, chance: Chance): readonly number[] {
  const draws = arms.map((arm) => {
    const { landed, failed } = belief(arm);
    return drawBeta(chance, landed, failed);
  });
  const least = Math.max(...draws) * floor;
  const isPriced = arms.every(({ usd }) => usd !== null);
  const worth = draws.map((rate, place) => {
    if (!isPriced) return rate;
    // An agent without costs is worth its rate.
    return rate < least ? -1 / rate : rate / Math.max(arms[place]?.usd ?? 0, 1e-6);
  });
  const enough = Math.max(...worth) * (1 - alike);
  const isAlike = (place: number): boolean => isPriced && (worth[place] ?? 0) >= enough;
  const value = (place: number): number => (isAlike(place) ? (draws[place] ?? 0) : (worth[place] ?? 0));
  return [...arms.keys()].sort((a, b) => Number(isAlike(b)) - Number(isAlike(a)) || value(b) - value(a) || a - b);
}

/**
 * Above this share of the money, chance decides for fewer sheets; but for a fifth of those that were asked for, so that
 * an evaluation of the newest records still finds enough.
 */
const mostExtra = 0.02;
const leastShare = 0.2;

/** For which share of sheets chance alone chooses: `wanted`, or less where agents that cost much more are among them. */
export function heldOut(arms: readonly Arm[], wanted: number, floor: number): number {
  const known = arms.map((arm) => ({ rate: meanRate(arm), usd: arm.usd }));
  const best = Math.max(...known.map(({ rate }) => rate));
  const costs = known.flatMap(({ rate, usd }) => (usd === null ? [] : [{ rate, cost: usd / rate }]));
  if (costs.length < arms.length) return wanted;
  const least = Math.min(...costs.flatMap(({ rate, cost }) => (rate < best * floor ? [] : [cost])));
  const extra = costs.reduce((sum, { cost }) => sum + cost, 0) / costs.length - least;
  const paid = extra <= 0 ? wanted : (mostExtra * least) / extra;
  return Math.max(leastShare * wanted, Math.min(wanted, paid));
}

function meanRate(arm: Arm): number {
  const { landed, failed } = belief(arm);
  return landed / (landed + failed);
}

/** From a flat start, with the agent's record at other work as a weak guess. */
function belief({ landed, counted, elsewhere }: Arm): { readonly landed: number; readonly failed: number } {
  const weight = elsewhere.counted === 0 ? 0 : Math.min(elsewhere.counted, mostElsewhere) / elsewhere.counted;
  const guessed = weight * elsewhere.landed;
  return { landed: 1 + landed + guessed, failed: 1 + counted - landed + weight * elsewhere.counted - guessed };
}
