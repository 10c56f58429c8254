import { z } from "zod";
import { readStatus } from "../../../conductor/report/views/viewer.ts";
import type { JobView } from "../../contract/job.ts";
import { look } from "../method.ts";
import { whichJob } from "../shared.ts";

/** One job with its sheets. */
export const jobStatus = look({
  params: whichJob,
  result: z.custom<JobView | null>(),
  run: ({ report }, asked) => readStatus(report, asked),
});
