import { z } from "zod";
import type { Schedule } from "../../../triggers/schedule.ts";
import { pauseSchedule } from "../../../triggers/run/manage.ts";
import { act } from "../method.ts";
import { scheduleId } from "../shared.ts";

/** Goes on with a paused schedule from now on. */
export const scheduleResume = act({
  params: { id: scheduleId },
  result: z.custom<Schedule>(),
  keyed: true,
  run: async ({ jobs, schedules }, { id }) => {
    const schedule = await pauseSchedule(jobs, id, false);
    schedules.look();
    return schedule;
  },
});
