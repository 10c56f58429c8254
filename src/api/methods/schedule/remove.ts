import { z } from "zod";
import type { Schedule } from "../../../triggers/schedule.ts";
import { removeSchedule } from "../../../triggers/run/manage.ts";
import { act } from "../method.ts";
import { scheduleId } from "../shared.ts";

/** Removes a schedule; its jobs stay. */
export const scheduleRemove = act({
  params: { id: scheduleId },
  result: z.custom<Schedule>(),
  keyed: true,
  run: async ({ jobs, schedules }, { id }) => {
    const removed = await removeSchedule(jobs, id);
    schedules.look();
    return removed;
  },
});
