import { z } from "zod";
import { pauseQueue } from "../../../landing/queue/manage/act.ts";
import type { QueueChange } from "../../contract/landing/queue.ts";
import { act } from "../method.ts";
import { whichQueue } from "../shared.ts";

/** Nothing lands on the target until its queue is resumed; a landing that is being published finishes. */
export const queuePause = act({
  params: whichQueue,
  result: z.custom<QueueChange>(),
  keyed: true,
  run: ({ jobs }, asked) => pauseQueue(jobs, asked),
});
