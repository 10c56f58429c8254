import { z } from "zod";
import { reorderQueue } from "../../../landing/queue/manage/act.ts";
import type { QueueChange } from "../../contract/landing/queue.ts";
import { act } from "../method.ts";
import { jobId, path, sheetNames } from "../shared.ts";

/** These go before all others, in this order: sheets by id, or `job/sheet` where several jobs have such a sheet. */
export const queueReorder = act({
  params: { folder: path, job: jobId.optional(), sheets: sheetNames.min(1) },
  result: z.custom<QueueChange>(),
  keyed: true,
  run: ({ jobs }, asked) => reorderQueue(jobs, asked),
});
