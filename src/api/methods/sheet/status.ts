import { z } from "zod";
import { readSheet } from "../../../conductor/report/answers.ts";
import type { SheetView } from "../../contract/job.ts";
import { look } from "../method.ts";
import { sheetName, whichJob } from "../shared.ts";

/** One sheet. */
export const sheetStatus = look({
  params: { ...whichJob, sheet: sheetName },
  result: z.custom<SheetView | null>(),
  run: ({ report }, asked) => readSheet(report, asked),
});
