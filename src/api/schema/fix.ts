import { z } from "zod";
import { jobId } from "./words.ts";

export const fixMethods = {
  /** What a job of `tutti fix` came to, by what verification measured. */
  "fix.report": z.strictObject({ job: jobId }),
};
