import { type Chance, drawBeta } from "../chance.ts";
import type { Arm } from "./figures.ts";

/**
 * Thompson sampling: for each agent a rate of success is drawn from what is known of it (Beta, from a flat start), and
 * the agent with the most landed results for a dollar under that draw goes first. Little-known agents draw widely, so
 * they are tried; agents known to be worse are not. An agent whose drawn rate is below `floor` times the best is not chosen
 * for its price. Without known costs the drawn rate alone decides.
 */
export function sampledOrder(arms: readonly Arm[], floor: number, chance: Chance): readonly number[] {
  const draws = arms.map(({ landed, counted }) => drawBeta(chance, 1 + landed, 1 + counted - landed));
  const least = Math.max(...draws) * floor;
  const isPriced = arms.every(({ usd }) => usd !== null);
  const worth = draws.map((rate, place) => {
    if (!isPriced) return rate;
    // What costs nothing is worth its rate.
    return rate < least ? -1 / rate : rate / Math.max(arms[place]?.usd ?? 0, 1e-6);
  });
  return [...arms.keys()].sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b);
}
