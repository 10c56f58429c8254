import { z } from "zod";
import { mostOutcomes } from "../../../conductor/jobs/submit/routing.ts";
import { driftOf, spreadOf } from "../../../learning/outcomes/drift.ts";
import type { LearnDrift } from "../../contract/learn.ts";
import { look } from "../method.ts";

/** How the success of agents changed, and how evenly they are tried. */
export const learnDrift = look({
  params: { window: z.int().min(20).max(1000).default(50) },
  result: z.custom<LearnDrift>(),
  run: async ({ report: { store } }, { window }) => {
    const outcomes = (await store?.outcomes(mostOutcomes)) ?? [];
    return { drift: driftOf(outcomes, window), spread: spreadOf(outcomes) };
  },
});
