import { z } from "zod";
import { readHistory } from "../../../../conductor/report/answers.ts";
import type { History } from "../../../contract/job.ts";
import { look } from "../../method.ts";
import { position, sheetName, whichJob } from "../../shared.ts";

/** The events of a job, oldest first, from a position of the journal on. */
export const jobHistory = look({
  params: {
    ...whichJob,
    sheet: sheetName.optional(),
    after: position.optional(),
    limit: z.number().int().min(1).max(1000).default(200),
  },
  result: z.custom<History | null>(),
  run: ({ report }, asked) => readHistory(report, asked),
});
