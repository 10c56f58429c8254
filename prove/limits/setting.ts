import type { Chance } from "../seed.ts";
import type { Allowance } from "./provider.ts";

/**
 * What a job meets besides its limits.
 *
 * - `kill`: the conductor is killed while an account is parked, and another is started
 * - `restart`: the same in good order
 * - `terminal`: no key is accepted any more, until a person sees to it and says so
 * - `outage`: the port is closed for a while
 * - `quota`: the first account is used up for good, and another agent has to take over
 */
export type Incident = "kill" | "restart" | "terminal" | "outage" | "quota";

export interface Setting {
  readonly sheets: number;
  readonly parallel: number;
  /** Requests that a sheet needs. */
  readonly turns: number;
  readonly allowance: Allowance;
  /** In this order, spread over the job. */
  readonly incidents: readonly Incident[];
}

const all: readonly Incident[] = ["kill", "restart", "terminal", "outage", "quota"];

export function drawSetting(chance: Chance): Setting {
  const turns = 1 + chance.whole(2);
  return {
    sheets: 50,
    parallel: 16,
    turns,
    allowance: { requests: (4 + chance.whole(4)) * turns, windowMs: 3000 + chance.whole(3) * 1000 },
    incidents: shuffled(chance, all),
  };
}

function shuffled(chance: Chance, list: readonly Incident[]): readonly Incident[] {
  return list
    .map((one) => ({ one, rank: chance.next() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ one }) => one);
}
