import { z } from "zod";
import { resumeQueue } from "../../../landing/queue/manage/act.ts";
import type { QueueChange } from "../../contract/landing/queue.ts";
import { act } from "../method.ts";
import { whichQueue } from "../shared.ts";

/** Resumes the queue, and the jobs that rest because of it. */
export const queueResume = act({
  params: whichQueue,
  result: z.custom<QueueChange>(),
  keyed: true,
  run: ({ jobs, inTurn }, asked) => resumeQueue(jobs, inTurn, asked),
});
