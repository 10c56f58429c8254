import { z } from "zod";

export const findingMethods = {
  /** How often each kind of finding was tried and mended, over all jobs of this home. */
  "findings.stats": z.strictObject({}),
};
