import { z } from "zod";
import { recover } from "../../../conductor/jobs/infer/recover.ts";
import type { Accepted } from "../../contract/job.ts";
import { act } from "../method.ts";
import { parallel, scoreText, whichJob } from "../shared.ts";

/** The database has lost the job: rebuilds it from its traces and continues it. */
export const jobRecover = act({
  params: { ...whichJob, score: scoreText.optional(), parallel: parallel.optional() },
  result: z.custom<Accepted>(),
  keyed: true,
  run: ({ jobs }, asked) => recover(jobs, asked),
});
