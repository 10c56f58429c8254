import { z } from "zod";
import { readFixReport } from "../../../fix/report/outcome/answer.ts";
import type { FixAnswer } from "../../contract/fix.ts";
import { look } from "../method.ts";
import { jobId } from "../shared.ts";

/** The outcome of a job of `tutti fix`, as verification measured it. */
export const fixReport = look({
  params: { job: jobId },
  result: z.custom<FixAnswer>(),
  run: ({ report }, asked) => readFixReport(report, asked),
});
