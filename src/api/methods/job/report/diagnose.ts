import { z } from "zod";
import { diagnose } from "../../../../conductor/report/answers.ts";
import { readRemedies } from "../../../../healing/look.ts";
import type { Diagnosis } from "../../../contract/answers.ts";
import { look } from "../../method.ts";
import { whichJob } from "../../shared.ts";

/** Says why a job is where it is, and what to do. */
export const jobDiagnose = look({
  params: whichJob,
  result: z.custom<Diagnosis | null>(),
  run: async ({ report }, asked) => {
    const found = await diagnose(report, asked);
    return found === null ? null : { ...found, ...(await readRemedies(report, found.job)) };
  },
});
