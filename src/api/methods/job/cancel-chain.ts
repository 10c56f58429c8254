import { z } from "zod";
import { cancelChain } from "../../../conductor/jobs/chain/cancel-chain.ts";
import type { JobId } from "../../../base/ids.ts";
import { act } from "../method.ts";
import { jobId } from "../shared.ts";

/** Ends all jobs of the chain that a job belongs to; nothing more follows them. */
export const jobCancelChain = act({
  params: { job: jobId },
  result: z.custom<{ readonly root: JobId; readonly jobs: readonly JobId[] }>(),
  keyed: true,
  run: ({ jobs, inTurn, chains }, { job }) =>
    cancelChain({ jobs, inTurn, endChain: (root) => chains.cancel(root) }, job),
});
