import { z } from "zod";
import type { Schedule } from "../../../triggers/schedule.ts";
import { look } from "../method.ts";

/** All schedules of this home. */
export const scheduleList = look({
  params: {},
  result: z.custom<readonly Schedule[]>(),
  run: async ({ report }) => (await report.store?.schedules()) ?? [],
});
