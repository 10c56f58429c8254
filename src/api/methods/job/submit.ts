import { healingModes } from "../../../score/healing/codes.ts";
import { isolationLevels } from "../../../score/plan/levels.ts";
import { z } from "zod";
import { putAway } from "../../../conductor/jobs/chain/put-away.ts";
import { submit } from "../../../conductor/jobs/submit/submit.ts";
import { fixRecord } from "../fix-record.ts";
import type { Accepted } from "../../contract/job.ts";
import { act } from "../method.ts";
import { environment, jobId, managedPlace, newScore, parallel, path, priority, sheetName } from "../shared.ts";

/** Makes a job of a score and plays it. */
export const jobSubmit = act({
  params: {
    score: newScore,
    folder: path,
    parallel: parallel.optional(),
    priority: priority.optional(),
    isolation: z.enum(isolationLevels).optional(),
    /** A context for each sheet, or one for all, before the score's own choice. */
    per: z.enum(["sheet", "job"]).optional(),
    /** A pull request for each sheet instead of landing it, before the score's own choice; `draft`: as a draft. */
    pullRequest: z.strictObject({ draft: z.boolean().default(false) }).optional(),
    /** The folder belongs to a mirror of a remote: results are pushed there, contexts lie with the environment. */
    managed: managedPlace.optional(),
    /** The defaults for keys that the score omits, in the words of scores. */
    defaults: z.record(z.string().max(100), z.unknown()).optional(),
    /** The subject of the job, where `tutti fix` made it. */
    fix: fixRecord.optional(),
    /** Whether validations are tried on the base before the first attempt; absent: where an agent may cost something. */
    validateBase: z.enum(["auto", "always", "never"]).optional(),
    /** The allowed remedies, before the score's own choice. */
    healing: z.enum(healingModes).optional(),
    /** The agent of its only sheet runs in a person's terminal: its context is made ready, and the job pauses for them. */
    interactive: z.strictObject({ prompt: z.string().max(100_000).nullable() }).optional(),
    /** Sheets before this one are skipped: its id or its number. */
    startSheet: sheetName.optional(),
    /** Unfinished jobs to cancel and archive first; none is touched if this job is refused. */
    replaces: z.array(jobId).max(1000).optional(),
    /** Archive what an earlier round left in the workspace, where the score says so. */
    fresh: z.boolean().optional(),
    environment,
  },
  result: z.custom<Accepted>(),
  keyed: true,
  run: ({ jobs, looks, inTurn }, { replaces = [], ...asked }, note) =>
    submit(jobs, asked, {
      note,
      clear: () => putAway({ jobs, contexts: looks.contexts, inTurn }, replaces),
    }),
});
