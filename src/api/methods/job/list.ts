import { z } from "zod";
import { listJobs } from "../../../conductor/report/views/viewer.ts";
import type { JobSummary } from "../../contract/job.ts";
import { look } from "../method.ts";

/** All jobs. */
export const jobList = look({
  params: {},
  result: z.custom<readonly JobSummary[]>(),
  run: ({ report }) => listJobs(report),
});
