import { z } from "zod";
import { fixRecord } from "./fix-record.ts";
import { isolationLevels } from "../../score/plan/isolation.ts";
import {
  environment,
  jobId,
  key,
  maxCost,
  newScore,
  parallel,
  path,
  position,
  priority,
  scoreText,
  sheetName,
  sheetNames,
  whichJob,
} from "./words.ts";

export const jobMethods = {
  /** Makes a job of a score and plays it. */
  "job.submit": z.strictObject({
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
    ...key,
  }),
  "job.status": z.strictObject(whichJob),
  "job.list": z.strictObject({}),
  /** Lets what runs come to its end and starts nothing more; `now`: ends what runs too, captured. */
  "job.pause": z.strictObject({ job: jobId, now: z.boolean().default(false), ...key }),
  /** Goes on with a job; no job picks the newest of the folder's repository that is not finished. */
  "job.resume": z.strictObject({
    ...whichJob,
    parallel: parallel.optional(),
    retryFailed: z.boolean().default(false),
    /** The score as it is now: as `job.modify` first. */
    reload: scoreText.optional(),
    maxCost: maxCost.optional(),
    environment,
    ...key,
  }),
  /** Changes the score of a job; `dryRun` only says what that would mean. */
  "job.modify": z.strictObject({
    job: jobId,
    score: scoreText.optional(),
    parallel: parallel.optional(),
    priority: priority.optional(),
    maxCost: maxCost.optional(),
    dryRun: z.boolean().default(false),
    ...key,
  }),
  /**
   * Ends what runs, captured, and starts nothing more. Answers when that is done, or earlier: it is in the journal
   * then, and goes on.
   */
  "job.cancel": z.strictObject({ job: jobId, answerWithinMs: z.number().int().min(0).max(600_000).optional(), ...key }),
  /** Tries sheets again that failed or were cancelled; all of them when none is named. */
  "job.retry": z.strictObject({ job: jobId, sheets: sheetNames.optional(), environment, ...key }),
  /**
   * Runs the validations again on what sheets left, without their agents, and goes on with those that pass; without
   * names, on all that failed, were cancelled or wait. `dryRun` only says what they say.
   */
  "job.revalidate": z.strictObject({
    job: jobId,
    sheets: sheetNames.optional(),
    dryRun: z.boolean().default(false),
    environment,
    ...key,
  }),
  "job.archive": z.strictObject({ job: jobId, forget: z.boolean().default(false), ...key }),
  /** What went wrong, sheet by sheet, attempt by attempt. */
  "job.errors": z.strictObject(whichJob),
  /** Why it is where it is, and what to do. */
  "job.diagnose": z.strictObject(whichJob),
  /** What happened, oldest first, from a position of the journal on. */
  "job.history": z.strictObject({
    ...whichJob,
    sheet: sheetName.optional(),
    after: position.optional(),
    limit: z.number().int().min(1).max(1000).default(200),
  }),
  /** The database has lost the job: rebuilds it from its traces and goes on with it. */
  "job.recover": z.strictObject({ ...whichJob, score: scoreText.optional(), parallel: parallel.optional(), ...key }),
  /** Why one sheet is what it is. */
  "job.explain": z.strictObject({ ...whichJob, sheet: sheetName }),
};
