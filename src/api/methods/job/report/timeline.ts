import { z } from "zod";
import { readTimeline } from "../../../../conductor/report/timeline/timeline.ts";
import type { TimelineView } from "../../../contract/timeline.ts";
import { look } from "../../method.ts";
import { position, whichJob } from "../../shared.ts";

/**
 * A job with the life of each sheet, as it is or as it was at a position of the journal or at a time. `first`: only so
 * many sheets, those that began first; `since`: only those that differ from the answer with this mark.
 */
export const jobTimeline = look({
  params: {
    ...whichJob,
    position: position.optional(),
    time: z.number().int().min(0).optional(),
    first: z.number().int().min(1).max(10_000).optional(),
    since: z.string().max(100).optional(),
  },
  result: z.custom<TimelineView | null>(),
  run: ({ report, lives }, asked) => readTimeline(report, lives, asked),
});
