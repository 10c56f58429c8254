import { z } from "zod";
import { listQueues } from "../../../landing/queue/manage/list.ts";
import type { QueueView } from "../../contract/landing/queue.ts";
import { look } from "../method.ts";
import { whichQueue } from "../shared.ts";

/** Results that wait to land, target by target, and results that wait for a person; `all`: of every repository. */
export const queueList = look({
  params: { ...whichQueue, all: z.boolean().default(false) },
  result: z.custom<readonly QueueView[]>(),
  run: ({ queue }, asked) => listQueues(queue, asked),
});
