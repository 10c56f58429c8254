import { z } from "zod";
import { act } from "../method.ts";

/** What was learnt of accounts is forgotten. */
export const limitsClear = act({
  params: { account: z.string().optional() },
  result: z.custom<{ readonly cleared: number }>(),
  keyed: true,
  run: async ({ clearLimits }, { account }) => ({ cleared: await clearLimits(account ?? null) }),
});
