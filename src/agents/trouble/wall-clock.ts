import type { EpochMs } from "../../base/ids.ts";

/** What a clock on a wall and a calendar beside it show; months from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** The wall time in a zone, such as `Europe/Berlin`, `UTC` or `+02:00`; `null`: there is no such zone. */
export function wallTime(at: number, zone: string): WallTime | null {
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", era: "short", ...fields });
    const shown = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0;
    return {
      year: of("year"),
      month: of("month"),
      day: of("day"),
      hour: of("hour"),
      minute: of("minute"),
      second: of("second"),
    };
  } catch {
    return null;
  }
}

const fields = {
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
} as const;

/**
 * The moments at which the clocks of a zone show this: one as a rule, two when they are put back over it. A time that
 * they skip when they are put forward is as long after midnight as it would have been.
 */
export function momentsOf(wall: WallTime, zone: string): readonly EpochMs[] {
  const asUtc = utcOf(wall);
  if (Number.isNaN(asUtc)) return [];
  // No zone changes its offset twice within two days.
  const offsets = [offsetAt(asUtc - dayMs, zone), offsetAt(asUtc + dayMs, zone)].filter((offset) => offset !== null);
  const moments = [...new Set(offsets.map((offset) => asUtc - offset))].sort((one, other) => one - other);
  const shown = moments.filter((at) => offsetAt(at, zone) === asUtc - at);
  return (shown.length > 0 ? shown : moments.slice(-1)) as EpochMs[];
}

const dayMs = 86_400_000;

/** `NaN`: the calendar has no such day, or the day no such time. */
export function utcOf({ year, month, day, hour, minute, second }: WallTime): number {
  const at = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(at);
  const isSame =
    back.getUTCMonth() === month - 1 &&
    back.getUTCDate() === day &&
    back.getUTCHours() === hour &&
    back.getUTCMinutes() === minute;
  return isSame ? at : Number.NaN;
}

function offsetAt(at: number, zone: string): number | null {
  const wall = wallTime(at, zone);
  return wall === null ? null : utcOf(wall) - Math.floor(at / 1_000) * 1_000;
}
