import { z } from "zod";
import { whichJob } from "./words.ts";

export const radarMethods = {
  /** Which live sheets collide; without a job, those of all unfinished jobs of the folder's repository. */
  "radar.look": z.strictObject(whichJob),
};
