import { z } from "zod";
import { whichJob } from "./words.ts";

export const landingMethods = {
  /** What the journal says landed. */
  "landing.list": z.strictObject(whichJob),
  /** Proves each landing against git; without a job, every landing in the folder's repository. */
  "landing.verify": z.strictObject({ ...whichJob, signatures: z.boolean().optional(), deep: z.boolean().optional() }),
};
