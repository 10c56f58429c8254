import { z } from "zod";
import { diagnose } from "../../../../conductor/report/answers.ts";
import type { Diagnosis } from "../../../contract/answers.ts";
import { look } from "../../method.ts";
import { whichJob } from "../../shared.ts";

/** Says why a job is where it is, and what to do. */
export const jobDiagnose = look({
  params: whichJob,
  result: z.custom<Diagnosis | null>(),
  run: ({ report }, asked) => diagnose(report, asked),
});
