import { z } from "zod";
import { mostOutcomes } from "../../../conductor/jobs/submit/routing.ts";
import { armsOf, compare } from "../../../learning/patterns/compare.ts";
import type { PatternView } from "../../contract/learn.ts";
import { look } from "../method.ts";

/** Notes for prompts, each with its comparison so far. */
export const learnPatterns = look({
  params: {},
  result: z.custom<{ readonly patterns: readonly PatternView[] }>(),
  run: async ({ report: { store } }) => {
    const patterns = (await store?.patterns()) ?? [];
    const arms = armsOf((await store?.outcomes(mostOutcomes)) ?? []);
    return {
      patterns: patterns.map((pattern) => ({
        ...pattern,
        ...compare(pattern, arms.get(pattern.id) ?? { shown: [], held: [] }),
      })),
    };
  },
});
