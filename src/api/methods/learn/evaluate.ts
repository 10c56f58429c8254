import { z } from "zod";
import { mostOutcomes } from "../../../conductor/jobs/submit/routing.ts";
import { evaluate } from "../../../learning/routing/evaluate.ts";
import type { LearnEvaluation } from "../../contract/learn.ts";
import { look } from "../method.ts";

/** The simulated outcome of routing by measured success on recorded attempts. Without names, of all agents recorded. */
export const learnEvaluate = look({
  params: {
    agents: z.array(z.string().min(1).max(200)).max(10).default([]),
    minSuccess: z.number().min(0).max(1).default(0.5),
  },
  result: z.custom<LearnEvaluation>(),
  run: async ({ report: { store } }, { agents, minSuccess }) =>
    evaluate((await store?.outcomes(mostOutcomes)) ?? [], { agents, minSuccess }),
});
