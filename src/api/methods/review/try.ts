import { z } from "zod";
import { tryResult } from "../../../landing/review/trial.ts";
import type { TrialView } from "../../contract/landing/review.ts";
import { act } from "../method.ts";
import { jobId, path, sheetName } from "../shared.ts";

/** Switches the checkout that the folder lies in to a result, merged with its target as it is now. */
export const reviewTry = act({
  params: { job: jobId, sheet: sheetName, folder: path },
  result: z.custom<TrialView>(),
  keyed: true,
  run: ({ jobs }, asked) => tryResult(jobs, asked),
});
