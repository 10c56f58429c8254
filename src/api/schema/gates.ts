import { z } from "zod";
import { environment, jobId, key, path } from "./words.ts";

/** Whose gates: of a job's target and score, of a branch, or of the branch that is checked out in the folder. */
const which = { job: jobId.optional(), folder: path, target: z.string().min(1).max(1000).optional() };

export const gateMethods = {
  /** What would be run, and what is known of it. */
  "gates.list": z.strictObject(which),
  /** Runs them on the target as it is now. */
  "gates.check": z.strictObject({ ...which, anew: z.boolean().default(false), environment, ...key }),
  /** Drops what gates said of trees: of these, or of all there are. */
  "gates.forget": z.strictObject({ ...which, all: z.boolean().default(false), ...key }),
};
