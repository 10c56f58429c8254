import { z } from "zod";
import { environment, jobId, key, path, sheetName, sheetNames, whichJob } from "./words.ts";

/** Work that is kept; `what` as in `tutti show`: a sheet, `@n` or `@m..n`. */
const snapshot = { ...whichJob, what: z.string().max(1100).optional(), isWorkspace: z.boolean().default(false) };

export const sheetMethods = {
  "sheet.status": z.strictObject({ ...whichJob, sheet: sheetName }),
  /** Tries one sheet again; `from`: going on from one of its snapshots, as `what` names it. */
  "sheet.retry": z.strictObject({
    job: jobId,
    sheet: sheetName,
    from: z.string().max(1100).optional(),
    environment,
    ...key,
  }),
  /** Ends one sheet, captured; those that wait for it are blocked then. */
  "sheet.cancel": z.strictObject({ job: jobId, sheet: sheetName, ...key }),
  /** Lets results land that wait for a person's word; all of them when none is named. */
  "sheet.approve": z.strictObject({ job: jobId, sheets: sheetNames.optional(), environment, ...key }),
  /**
   * Takes back what a sheet landed: its reversal is a job of its own, which lands like any other. Without a job, of the
   * newest of the folder's repository that landed such a one. `approve`: it lands only by a person's word.
   */
  "sheet.undo": z.strictObject({
    ...whichJob,
    sheet: sheetName,
    approve: z.boolean().default(false),
    environment,
    ...key,
  }),
  /**
   * Has something more to say to a sheet's agent: it goes on with the same work and, where it can, in the same session.
   */
  "sheet.tell": z.strictObject({
    job: jobId,
    sheet: sheetName,
    text: z.string().min(1).max(200_000),
    environment,
    ...key,
  }),
  /**
   * A person is to work in a sheet's context, and gets it alone. `visitor`: the process that stays as long as the
   * person does, as `ownerName` writes it; once it is dead the visit is over.
   */
  "sheet.enter": z.strictObject({
    job: jobId,
    sheet: sheetName,
    what: z.enum(["agent", "shell"]),
    visitor: z.string().max(200),
    environment,
  }),
  /** The person has left: what is there now is captured. */
  "sheet.leave": z.strictObject({ token: z.string().min(1).max(200), ...key }),
  /** A piece of what an attempt printed; no attempt is the last one. `offset` below 0 counts from the end. */
  "sheet.logs": z.strictObject({
    ...whichJob,
    sheet: sheetName,
    attempt: z.number().int().min(1).max(100_000).optional(),
    stream: z.enum(["stdout", "stderr", "prompt"]).default("stdout"),
    offset: z.number().int().default(0),
    limit: z.number().int().min(1).max(1_000_000).default(100_000),
  }),
  "sheet.snapshots": z.strictObject(snapshot),
  "sheet.show": z.strictObject(snapshot),
  "sheet.diff": z.strictObject({ ...snapshot, withText: z.boolean().default(true) }),
  "sheet.restore": z.strictObject({
    ...snapshot,
    to: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("folder"), path: path.nullable() }),
      z.strictObject({ kind: z.literal("branch"), name: z.string().min(1).max(500) }),
    ]),
  }),
  /** What a new attempt has to be told so that it goes on from a snapshot. */
  "sheet.attempt-from": z.strictObject(snapshot),
};
