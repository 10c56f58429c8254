import { z } from "zod";
import { ejectResult, findEjected } from "../../../landing/queue/manage/act.ts";
import type { Ejected } from "../../contract/landing/queue.ts";
import { act } from "../method.ts";
import { jobId, path, sheetName } from "../shared.ts";

/** Takes a result out of its queue: it is kept, and an approval puts it back. `by`: who asked for it. */
export const queueEject = act({
  params: {
    folder: path,
    job: jobId.optional(),
    sheet: sheetName,
    by: z.string().min(1).max(200).optional(),
  },
  result: z.custom<Ejected>(),
  keyed: true,
  run: async ({ jobs, inTurn }, asked) => {
    const job = await findEjected(jobs, asked);
    return inTurn(job, () => ejectResult(jobs, job, asked));
  },
});
