import { Cron } from "croner";
import { messageOf } from "../base/error.ts";
import type { EpochMs } from "../base/ids.ts";
import { isoTime } from "../base/text.ts";
import type { Meaning } from "../score/source/shape.ts";
import type { Timing } from "./schedule.ts";

/** The next moment after another; `null`: there is none, or it watches something. */
export function momentAfter(when: Timing, after: EpochMs, from: EpochMs): EpochMs | null {
  if (when.kind === "every") {
    // Counted from when it was made, so that no run moves the next one.
    const steps = Math.floor((after - from) / when.ms) + 1;
    return (from + steps * when.ms) as EpochMs;
  }
  if (when.kind !== "cron") return null;
  const next = new Cron(when.expression, { timezone: when.zone, paused: true }).nextRun(isoTime(after));
  return next === null ? null : (next.getTime() as EpochMs);
}

/** Whether such a schedule can be. Every minute is the most that people write; seconds would only keep agents busy. */
export function checkTiming(when: Timing, now: EpochMs): Meaning<Timing> {
  if (when.kind === "every" && when.ms < leastMs) return { kind: "wrong", why: "every takes at least 1s" };
  if (when.kind !== "cron") return { kind: "means", value: when };
  if (when.expression.trim().split(/\s+/).length !== 5)
    return { kind: "wrong", why: `${JSON.stringify(when.expression)} does not have five fields, such as "0 3 * * *"` };
  if (!isZone(when.zone)) return { kind: "wrong", why: `there is no time zone ${JSON.stringify(when.zone)}` };
  try {
    if (momentAfter(when, now, now) !== null) return { kind: "means", value: when };
    return { kind: "wrong", why: `${JSON.stringify(when.expression)} never comes` };
  } catch (error) {
    // Croner names its own class before the reason.
    const why = messageOf(error).replace(/^Cron[A-Za-z]+: /, "");
    return { kind: "wrong", why: `${JSON.stringify(when.expression)} is no cron expression: ${why}` };
  }
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const leastMs = 1_000;
