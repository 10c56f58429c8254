import { z } from "zod";
import { planArchive } from "../../../isolation/contexts/archive.ts";
import type { ArchivePlan } from "../../contract/context.ts";
import { look } from "../method.ts";
import { jobId } from "../shared.ts";

/** The plan of `job.archive`. */
export const contextPlanArchive = look({
  params: { job: jobId },
  result: z.custom<ArchivePlan>(),
  run: ({ contexts }, { job }) => planArchive(contexts, job),
});
