import { z } from "zod";
import { fork } from "../../../conductor/jobs/submit/fork.ts";
import type { Accepted } from "../../contract/job.ts";
import { act } from "../method.ts";
import { environment, whichJob } from "../shared.ts";

/** Goes on from a snapshot of a sheet in a job of its own, with the agent that is named. */
export const sheetFork = act({
  params: {
    ...whichJob,
    what: z.string().max(1100).optional(),
    agent: z.string().min(1).max(200).optional(),
    model: z.string().min(1).max(200).optional(),
    environment,
  },
  result: z.custom<Accepted>(),
  keyed: true,
  run: ({ jobs }, asked, note) => fork(jobs, asked, note),
});
