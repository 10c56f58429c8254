import { startServer } from "../test/kit/postgres.ts";
import { playFleetRound } from "./fleet/round.ts";
import type { Part } from "./part.ts";
import { removePlayground } from "./playground.ts";
import { caseSeed } from "./seed.ts";

/** Real processes with homes of their own, a real PostgreSQL, and faults of each. */
export const fleet: Part = {
  name: "fleet",
  summary: "jobs on workers that are killed, stopped and cut off, through deaths of PostgreSQL and of leaders",
  defaultCount: 300,
  run: async ({ count, seed, say }) => {
    const server = await startServer({ isDurable: true });
    const failures: { seed: number; what: string }[] = [];
    const figures = { acts: 0, attempts: 0 };
    let tried = 0;
    try {
      for (; tried < count && failures.length < 5; tried += 1) {
        const of = caseSeed(seed, tried);
        const { ground, wrong, acts, attempts } = await playFleetRound(of, server);
        figures.acts += acts.length;
        figures.attempts += attempts;
        if (wrong.length === 0) await removePlayground(ground);
        else {
          failures.push({ seed: of, what: wrong.join("\n  ") });
          say(`seed ${String(of)}: it stays in ${ground.folder}`);
        }
        say(`${String(tried + 1)} of ${String(count)} rounds`);
      }
    } finally {
      await server.stop();
    }
    return { tried, failures, figures };
  },
};
