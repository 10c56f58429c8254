import { playHistory } from "./fleet/simulated/history.ts";
import type { Part } from "./part.ts";
import { caseSeed } from "./seed.ts";

/** The real worker, desk and claims over simulated machines, clocks, networks and a database. */
export const fleetHistories: Part = {
  name: "fleet-histories",
  summary: "histories of a fleet with dead, frozen and cut off machines, simulated; nothing lost, doubled or stale",
  defaultCount: 10_000,
  run: async ({ count, seed, say }) => {
    const failures: { seed: number; what: string }[] = [];
    const figures = { faults: 0, attempts: 0, refused: 0 };
    let tried = 0;
    for (; tried < count && failures.length < 5; tried += 1) {
      const of = caseSeed(seed, tried);
      const { wrong, ...counts } = await playHistory(of);
      for (const key of ["faults", "attempts", "refused"] as const) figures[key] += counts[key];
      if (wrong.length > 0) failures.push({ seed: of, what: wrong.join("\n  ") });
      if ((tried + 1) % 500 === 0) say(`${String(tried + 1)} of ${String(count)} histories`);
    }
    return { tried, failures, figures };
  },
};
