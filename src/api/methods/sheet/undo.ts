import { z } from "zod";
import { jobToUndo, undo } from "../../../landing/undo/undo.ts";
import type { Accepted } from "../../contract/job.ts";
import { act } from "../method.ts";
import { environment, sheetName, whichJob } from "../shared.ts";

/**
 * Reverts what a sheet landed: the reversal is a job of its own, which lands like any other. Without a job, of the newest job
 * of the folder's repository that landed such a sheet. `approve`: it lands only after a person approves it.
 */
export const sheetUndo = act({
  params: { ...whichJob, sheet: sheetName, approve: z.boolean().default(false), environment },
  result: z.custom<Accepted>(),
  keyed: true,
  run: async ({ jobs, inTurn }, asked, note) => {
    const job = await jobToUndo(jobs, asked);
    return inTurn(job.id, () => undo(jobs, job, { ...asked, note }));
  },
});
