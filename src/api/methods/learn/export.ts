import { z } from "zod";
import { mostOutcomes } from "../../../conductor/jobs/submit/routing.ts";
import type { LearnExport } from "../../contract/learn.ts";
import { look } from "../method.ts";

/** Notes and records, to be read by another Tutti. */
export const learnExport = look({
  params: {},
  result: z.custom<LearnExport>(),
  run: async ({ report: { store } }) => ({
    version: 1 as const,
    patterns: (await store?.patterns()) ?? [],
    outcomes: ((await store?.outcomes(mostOutcomes)) ?? []).map((outcome) => ({ ...outcome, repository: "" })),
  }),
});
