import { z } from "zod";
import type { Schedule } from "../../../triggers/schedule.ts";
import { addSchedule } from "../../../triggers/run/manage.ts";
import { act } from "../method.ts";
import { environment, path, scheduleId } from "../shared.ts";

const words = z.string().min(1).max(500);

/** Runs a score at moments, or when something changes. */
export const scheduleAdd = act({
  params: {
    score: path,
    folder: path,
    name: scheduleId.optional(),
    when: z.union([
      z.strictObject({ kind: z.literal("cron"), expression: words, zone: words }),
      z.strictObject({ kind: z.literal("every"), ms: z.number().int().min(1) }),
      z.strictObject({ kind: z.literal("branch"), name: words }),
      z.strictObject({ kind: z.literal("file"), path }),
    ]),
    /** The handling of moments at which no conductor ran; `all`: at most `most` are made up for. */
    missed: z.enum(["skip", "once", "all"]).default("once"),
    most: z.number().int().min(1).max(1_000).default(10),
    /** Whether a run may start while the last one is under way. */
    overlap: z.boolean().default(false),
    fresh: z.boolean().default(false),
    environment,
  },
  result: z.custom<Schedule>(),
  keyed: true,
  run: async ({ jobs, schedules }, { missed, most, overlap, fresh, when, ...asked }) => {
    const rules = { missed, most, overlap, fresh };
    const schedule = await addSchedule(jobs, { ...asked, when, rules });
    schedules.look();
    return schedule;
  },
});
