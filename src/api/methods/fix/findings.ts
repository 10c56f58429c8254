import { z } from "zod";
import { readSheetFindings } from "../../../fix/report/outcome/sheet-findings.ts";
import type { SheetFindings } from "../../contract/fix.ts";
import { look } from "../method.ts";
import { jobId, sheetName } from "../shared.ts";

/** Findings of one sheet before and after; `null` where its job is none of `tutti fix`. */
export const fixFindings = look({
  params: { job: jobId, sheet: sheetName },
  result: z.custom<SheetFindings | null>(),
  run: ({ report }, asked) => readSheetFindings(report, asked),
});
