import { z } from "zod";
import { mostOutcomes } from "../../../conductor/jobs/submit/routing.ts";
import { statsOf } from "../../../learning/outcomes/stats.ts";
import type { LearnStats } from "../../contract/learn.ts";
import { look } from "../method.ts";

/** The outcomes of attempts, by kind of work, agent, model and strategy, over all jobs of this home. */
export const learnStats = look({
  params: {},
  result: z.custom<LearnStats>(),
  run: async ({ report: { store } }) => {
    const outcomes = (await store?.outcomes(mostOutcomes)) ?? [];
    return { attempts: outcomes.length, work: statsOf(outcomes), findings: (await store?.tallies()) ?? [] };
  },
});
