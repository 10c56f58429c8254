import { z } from "zod";
import { planCleaning } from "../../../isolation/contexts/clean.ts";
import type { CleanPlan } from "../../contract/context.ts";
import { look } from "../method.ts";

const amount = z.number().min(0).nullable().default(null);

/** The plan of a clean-up. */
export const contextPlanCleaning = look({
  params: { olderThanDays: amount, maxContexts: amount, maxBytes: amount, allTrash: z.boolean().default(false) },
  result: z.custom<CleanPlan>(),
  run: ({ contexts }, asked) => planCleaning(contexts, asked),
});
