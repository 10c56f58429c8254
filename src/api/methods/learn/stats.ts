import { z } from "zod";
import { statsOf } from "../../../learning/outcomes/stats.ts";
import type { LearnStats } from "../../contract/learn.ts";
import { look } from "../method.ts";

/** More than that say nothing new of agents that change every few weeks. */
const mostOutcomes = 20_000;

/** What became of attempts, by kind of work, agent, model and strategy, over all jobs of this home. */
export const learnStats = look({
  params: {},
  result: z.custom<LearnStats>(),
  run: async ({ report: { store } }) => {
    const outcomes = (await store?.outcomes(mostOutcomes)) ?? [];
    return { attempts: outcomes.length, work: statsOf(outcomes), findings: (await store?.tallies()) ?? [] };
  },
});
