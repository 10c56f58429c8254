import { z } from "zod";
import type { FindingStats } from "../../contract/fix.ts";
import { look } from "../method.ts";

/** How often each kind of finding was tried and fixed, over all jobs of this home. */
export const findingsStats = look({
  params: {},
  result: z.custom<FindingStats>(),
  run: async ({ report: { store } }) => ({ tallies: (await store?.tallies()) ?? [] }),
});
