import { z } from "zod";
import { environment, key, whichJob } from "./words.ts";

export const pullMethods = {
  /** Pull requests that are not decided yet; without a job, those of all jobs of the folder's repository. */
  "pulls.list": z.strictObject(whichJob),
  /**
   * Looks at them now, and goes on with those that were decided or sent back. `environment`: where logins are found.
   */
  "pulls.sync": z.strictObject({ ...whichJob, environment, ...key }),
};
