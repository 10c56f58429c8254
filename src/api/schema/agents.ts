import { z } from "zod";
import { environment, path } from "./words.ts";

/**
 * `folder`: whose project's profiles count too; `environment`: the caller's, in which programs and keys are looked for.
 */
const where = { folder: path, environment };

export const agentMethods = {
  /** Every agent that a score can name here. */
  "agents.list": z.strictObject(where),
  /** Whether these work, or all of them when none is named. No model is asked anything. */
  "agents.check": z.strictObject({ names: z.array(z.string().min(1).max(200)).max(100).default([]), ...where }),
};
