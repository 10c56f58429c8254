import { z } from "zod";
import type { JobId } from "../../base/ids.ts";
import { forgeKinds } from "../../score/plan/landing-plan.ts";

/** Parameters that several methods share. Everything is bounded: input from the socket may be anything. */
export const path = z.string().min(1).max(4096);
export const jobId = z
  .string()
  .min(1)
  .max(200)
  .transform((text) => text as JobId);
/** As a person writes it: a sheet's id, its number in the job, or either with `@n` for a snapshot. */
export const sheetName = z.string().min(1).max(1000);
export const position = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
export const parallel = z.number().int().min(1).max(1000);
export const priority = z.number().int().min(-5).max(5);

/** No job picks the newest of the repository that the folder lies in. */
export const whichJob = { job: jobId.optional(), folder: path };

/** A call with the same key has no second effect: a client that got no answer may repeat it. */
export const key = { key: z.string().min(8).max(100).optional() };

/** A score as its reader found it. Files that it names are read by the conductor, below `baseDir`. */
export const scoreText = z.strictObject({
  path,
  /** The path as a person typed it: problems of the score are reported under this name. */
  shown: path.optional(),
  baseDir: path,
  text: z.string().max(1_100_000),
});
/** One that lies in no file, as that of a task does, has no path: it can't be read again. */
export const newScore = scoreText.extend({ path: path.nullable() });

/** A mirror that Tutti keeps of a remote. */
export const managedPlace = z.strictObject({
  environment: z
    .string()
    .max(60)
    .regex(/^[a-z\d]+(?:-[a-z\d]+)*$/),
  base: z.string().min(1).max(1000),
  prefix: z.string().min(1).max(200).optional(),
  forge: z.enum(forgeKinds).optional(),
});

/** The most that a job may cost, in US dollars. */
export const maxCost = z.number().positive().max(1_000_000);
export const sheetNames = z.array(sheetName).max(10_000);

/** The caller's environment for agents, within the limits that apply to them; it is not written to the disk. */
export const environment = z.record(z.string().max(500), z.string().max(200_000)).optional();

/** Kept work; `what` as in `tutti show`: a sheet, `@n` or `@m..n`. */
export const snapshot = { ...whichJob, what: z.string().max(1100).optional(), isWorkspace: z.boolean().default(false) };

/** The folder whose repository is meant; `null`: none. */
export const folder = path.nullable().default(null);
export const contextId = z.string().min(1).max(500);
export const oneContext = { id: contextId, isForced: z.boolean().default(false) };

/** Worktrees and clones that others made. */
export const strays = {
  folder: path,
  search: z.array(path).max(1000).nullable().default(null),
  paths: z.array(path).max(10_000).nullable().default(null),
  isForced: z.boolean().default(false),
};

/** The gates of a job's target and score, of a branch, or of the branch that is checked out in the folder. */
export const whichGates = { job: jobId.optional(), folder: path, target: z.string().min(1).max(1000).optional() };

/** The queue of a branch of the folder's repository; by default of the branch that is checked out there. */
export const whichQueue = { folder: path, target: z.string().min(1).max(500).optional() };

export const scheduleId = z.string().min(1).max(200);
