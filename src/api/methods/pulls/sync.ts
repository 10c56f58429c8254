import { z } from "zod";
import { syncPulls } from "../../../landing/pulls/watch.ts";
import type { PullsSync } from "../../contract/landing.ts";
import { act } from "../method.ts";
import { environment, whichJob } from "../shared.ts";

/**
 * Looks at pull requests now, and continues those that were decided or sent back. `environment`: where logins are found.
 */
export const pullsSync = act({
  params: { ...whichJob, environment },
  result: z.custom<PullsSync>(),
  keyed: true,
  run: ({ jobs, inTurn }, asked) => syncPulls(jobs, inTurn, asked),
});
