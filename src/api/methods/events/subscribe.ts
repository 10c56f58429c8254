import { z } from "zod";
import { eventTypes } from "../../contract/events.ts";
import { ofConnection } from "../method.ts";
import { jobId, position } from "../shared.ts";

/**
 * From then on, notifications `events.news` come. `after`: a position of the journal to continue from; without one, only new
 * events. `activity`: notifications `events.activity` come too.
 */
export const eventsSubscribe = ofConnection({
  params: {
    after: position.optional(),
    job: jobId.optional(),
    types: z.array(z.enum(eventTypes)).max(100).optional(),
    activity: z.literal(true).optional(),
  },
  result: z.custom<{ readonly subscription: number; readonly position: number }>(),
});
