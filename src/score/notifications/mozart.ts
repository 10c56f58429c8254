import { z } from "zod";
import { channelTypes, type Topic } from "./wish.ts";
import type { WrittenNotification } from "./schema.ts";
import { strict } from "../source/shape.ts";
import type { Report } from "../source/report.ts";

const topicsOf = {
  job_start: ["started"],
  job_complete: ["finished"],
  job_failed: ["failed"],
  job_paused: ["paused", "needs_person", "cost"],
  sheet_start: ["sheet_started"],
  sheet_complete: ["sheet_done"],
  sheet_failed: ["sheet_failed"],
} as const satisfies Readonly<Record<string, readonly Topic[]>>;

type MozartEvent = keyof typeof topicsOf;
const events = Object.keys(topicsOf) as [MozartEvent, ...MozartEvent[]];

/** Who is told, in Mozart's words. */
export const mozartNotification = strict({
  type: z.enum(channelTypes).exclude(["command"]),
  on_events: z.array(z.enum(events)).default(["job_complete", "job_failed"]),
  config: z.record(z.string(), z.unknown()).default({}),
});

type MozartNotification = z.infer<typeof mozartNotification>;

/** A score names no address, no secret and no program: those are in the settings of the person who runs it. */
export function translatedNotifications(
  written: readonly MozartNotification[],
  report: Report,
): { readonly notifications?: WrittenNotification[] } {
  for (const [index, { type, config }] of written.entries())
    if (Object.keys(config).length > 0)
      report(
        "V402",
        ["notifications", index, "config"],
        `is not read: messages go to the channels of type ${type} in your settings (docs/notifications.md)`,
      );
  const notifications = written.map(({ type, on_events: heard }) => ({
    type,
    on: [...new Set(heard.flatMap((event): readonly Topic[] => topicsOf[event]))],
  }));
  return notifications.length === 0 ? {} : { notifications };
}
