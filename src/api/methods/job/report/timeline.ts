import { z } from "zod";
import { readTimeline } from "../../../../conductor/report/timeline/timeline.ts";
import type { TimelineView } from "../../../contract/timeline.ts";
import { look } from "../../method.ts";
import { position, whichJob } from "../../shared.ts";

/** A job with the life of each sheet, as it is or as it was at a position of the journal or at a time. */
export const jobTimeline = look({
  params: { ...whichJob, position: position.optional(), time: z.number().int().min(0).optional() },
  result: z.custom<TimelineView | null>(),
  run: ({ report, lives }, asked) => readTimeline(report, lives, asked),
});
