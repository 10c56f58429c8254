import { isolationLevels } from "../../../score/plan/levels.ts";
import { z } from "zod";
import { submit } from "../../../conductor/jobs/submit.ts";
import { fixRecord } from "../fix-record.ts";
import type { Accepted } from "../../contract/job.ts";
import { act } from "../method.ts";
import { environment, newScore, parallel, path, priority, sheetName } from "../shared.ts";

/** Makes a job of a score and plays it. */
export const jobSubmit = act({
  params: {
    score: newScore,
    folder: path,
    parallel: parallel.optional(),
    priority: priority.optional(),
    isolation: z.enum(isolationLevels).optional(),
    /** A context for each sheet, or one for all, whatever the score says. */
    per: z.enum(["sheet", "job"]).optional(),
    /** A pull request for each sheet instead of landing it, whatever the score says; `draft`: as a draft. */
    pullRequest: z.strictObject({ draft: z.boolean().default(false) }).optional(),
    /** What the job is about, where `tutti fix` made it. */
    fix: fixRecord.optional(),
    /** Sheets before this one are skipped: its id or its number. */
    startSheet: sheetName.optional(),
    environment,
  },
  result: z.custom<Accepted>(),
  keyed: true,
  run: ({ jobs }, asked, note) => submit(jobs, asked, note),
});
