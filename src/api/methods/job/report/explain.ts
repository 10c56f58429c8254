import { z } from "zod";
import { explain } from "../../../../conductor/report/answers.ts";
import type { Explanation } from "../../../contract/answers.ts";
import { look } from "../../method.ts";
import { sheetName, whichJob } from "../../shared.ts";

/** Says why one sheet is what it is. */
export const jobExplain = look({
  params: { ...whichJob, sheet: sheetName },
  result: z.custom<Explanation | null>(),
  run: ({ report }, asked) => explain(report, asked),
});
