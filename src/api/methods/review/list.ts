import { z } from "zod";
import { listReviews } from "../../../landing/review/list.ts";
import type { ReviewView } from "../../contract/landing/review.ts";
import { look } from "../method.ts";
import { whichJob } from "../shared.ts";

/** Results that wait for a person; without a job, those of all jobs of the folder's repository. */
export const reviewList = look({
  params: whichJob,
  result: z.custom<ReviewView>(),
  run: ({ report }, asked) => listReviews(report, asked),
});
