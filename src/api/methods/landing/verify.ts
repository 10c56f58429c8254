import { z } from "zod";
import { verify } from "../../../landing/verify/report.ts";
import type { VerifyReport } from "../../contract/landing.ts";
import { look } from "../method.ts";
import { whichJob } from "../shared.ts";

/** Proves each landing against git; without a job, every landing in the folder's repository. */
export const landingVerify = look({
  params: { ...whichJob, signatures: z.boolean().optional(), deep: z.boolean().optional() },
  result: z.custom<VerifyReport>(),
  run: ({ report }, asked) => verify(report, asked),
});
