import { z } from "zod";
import { act } from "../method.ts";

/** Forgets the learned limits of accounts. */
export const limitsClear = act({
  params: { account: z.string().optional() },
  result: z.custom<{ readonly cleared: number }>(),
  keyed: true,
  run: async ({ clearLimits }, { account }) => ({ cleared: await clearLimits(account ?? null) }),
});
