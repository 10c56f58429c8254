import { z } from "zod";
import { jobId, key, path, sheetName, whichJob } from "./words.ts";

export const reviewMethods = {
  /** Results that wait for a person's word; without a job, those of all jobs of the folder's repository. */
  "review.list": z.strictObject(whichJob),
  /** One of them, with what it changes as a patch. */
  "review.show": z.strictObject({ job: jobId, sheet: sheetName }),
  /** Switches the checkout that the folder lies in to a result, merged with its target as that is now. */
  "review.try": z.strictObject({ job: jobId, sheet: sheetName, folder: path, ...key }),
  /** Switches it back to where it was. */
  "review.back": z.strictObject({ folder: path, ...key }),
};
