import { z } from "zod";
import { listPulls } from "../../../landing/pulls/list.ts";
import type { PullRow } from "../../contract/landing.ts";
import { look } from "../method.ts";
import { whichJob } from "../shared.ts";

/** Undecided pull requests; without a job, those of all jobs of the folder's repository. */
export const pullsList = look({
  params: whichJob,
  result: z.custom<readonly PullRow[]>(),
  run: ({ report }, asked) => listPulls(report, asked),
});
