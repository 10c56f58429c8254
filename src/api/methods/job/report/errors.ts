import { z } from "zod";
import { readErrors } from "../../../../conductor/report/errors.ts";
import type { JobErrors } from "../../../contract/answers.ts";
import { look } from "../../method.ts";
import { whichJob } from "../../shared.ts";

/** Lists the errors of a job, sheet by sheet, attempt by attempt. */
export const jobErrors = look({
  params: whichJob,
  result: z.custom<JobErrors | null>(),
  run: ({ report }, asked) => readErrors(report, asked),
});
