import { z } from "zod";
import { showReview } from "../../../landing/review/list.ts";
import type { ReviewItem } from "../../contract/landing/review.ts";
import { look } from "../method.ts";
import { jobId, sheetName } from "../shared.ts";

/** One of them, with its changes as a patch. */
export const reviewShow = look({
  params: { job: jobId, sheet: sheetName },
  result: z.custom<ReviewItem>(),
  run: ({ report }, asked) => showReview(report, asked),
});
