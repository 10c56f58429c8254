import { z } from "zod";
import type { Schedule } from "../../../triggers/schedule.ts";
import { pauseSchedule } from "../../../triggers/run/manage.ts";
import { act } from "../method.ts";
import { scheduleId } from "../shared.ts";

/** Starts no runs of a schedule until it is resumed; a run that is under way goes on. */
export const schedulePause = act({
  params: { id: scheduleId },
  result: z.custom<Schedule>(),
  keyed: true,
  run: async ({ jobs, schedules }, { id }) => {
    const schedule = await pauseSchedule(jobs, id, true);
    schedules.look();
    return schedule;
  },
});
