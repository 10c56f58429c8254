import type { EpochMs } from "../../base/ids.ts";

/** Such as `9pm`, `3:45 PM (America/New_York)`, `Nov 16, 9am UTC`, `tomorrow at 14:30`, `Monday 9am`. */
const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const weekdays = "sun mon tue wed thu fri sat".split(" ");
const month = `(?:${months.join("|")})[a-z]{0,6}`;
const year = String.raw`(?:,?\s{1,2}(?:20\d\d))`;
const dated = String.raw`(?<monthFirst>${month})\.?\s{1,2}(?<dayAfter>\d{1,2})(?:st|nd|rd|th)?(?<yearAfter>${year})?|(?<dayFirst>\d{1,2})\s(?<monthAfter>${month})(?<yearLast>${year})?`;
const named = String.raw`(?<day>today|tomorrow|(?:${weekdays.join("|")})[a-z]{0,6})`;
const time = String.raw`(?<hour>\d{1,2})(?::(?<minute>\d\d))?(?::(?<second>\d\d))?\s?(?<half>[ap])\.?m\b\.?|(?<hour24>\d{1,2}):(?<minute24>\d\d)(?::(?<second24>\d\d))?|(?<word>midnight|noon)\b`;
const zoned = String.raw`\s?\((?<zone>[\w/+:-]{1,40})\)|\s?(?<abbreviation>UTC|GMT|Z|[ECMP][SD]?T|CES?T)\b(?<offset>[+-]\d{1,2}(?::?\d\d)?)?`;

/** For a case-insensitive regular expression. */
export const clockSource: string = String.raw`(?=[\w])(?:(?:${dated}|${named})\b,?\s{0,2}(?:at\s)?)?(?:${time})?(?:${zoned})?`;

interface Asked {
  readonly groups: Readonly<Record<string, string | undefined>>;
  /** Earlier moments are over. */
  readonly from: EpochMs;
  /** For times without a zone. */
  readonly zone: string;
}

/** The next moment, from the groups of `clockSource`. */
export function clockMoment({ groups, from, zone: own }: Asked): EpochMs | null {
  const zone = zoneOf(groups, own);
  const at = timeOf(groups);
  const start = zone === null ? null : wallTime(from, zone);
  if (zone === null || at === null || start === null) return null;
  for (const date of datesOf(groups, start)) {
    const next = momentsOf({ ...date, ...at }, zone).find((moment) => moment >= from);
    if (next !== undefined) return next;
  }
  return null;
}

type Time = Pick<WallTime, "hour" | "minute" | "second">;
type Day = Pick<WallTime, "year" | "month" | "day">;

function timeOf({
  hour,
  minute,
  second,
  half,
  hour24,
  minute24,
  second24,
  word,
  ...rest
}: Asked["groups"]): Time | null {
  if (word !== undefined) return { hour: word.toLowerCase() === "noon" ? 12 : 0, minute: 0, second: 0 };
  if (hour24 !== undefined)
    return fit({ hour: Number(hour24), minute: Number(minute24), second: Number(second24 ?? 0) });
  if (hour !== undefined) {
    const count = Number(hour);
    if (count < 1 || count > 12) return null;
    return fit({
      hour: (count % 12) + (half?.toLowerCase() === "p" ? 12 : 0),
      minute: Number(minute ?? 0),
      second: Number(second ?? 0),
    });
  }
  // A date alone means midnight; a weekday alone is too vague.
  return rest["monthFirst"] === undefined && rest["monthAfter"] === undefined
    ? null
    : { hour: 0, minute: 0, second: 0 };
}

function fit(time: Time): Time | null {
  return time.hour < 24 && time.minute < 60 && time.second < 60 ? time : null;
}

/** Possible days, nearest first. */
function datesOf(groups: Asked["groups"], start: WallTime): readonly Day[] {
  const monthName = groups["monthFirst"] ?? groups["monthAfter"];
  if (monthName !== undefined) {
    const written = (groups["yearAfter"] ?? groups["yearLast"])?.replace(/\D+/g, "");
    const day = {
      month: months.indexOf(monthName.slice(0, 3).toLowerCase()) + 1,
      day: Number(groups["dayAfter"] ?? groups["dayFirst"]),
    };
    return (written === undefined ? [start.year, start.year + 1] : [Number(written)]).map((one) => ({
      ...day,
      year: one,
    }));
  }
  const name = groups["day"]?.toLowerCase();
  const days = Array.from({ length: 9 }, (_, ahead) => dayAfter(start, ahead));
  if (name === undefined) return days.slice(0, 3);
  if (name === "today") return days.slice(0, 1);
  if (name === "tomorrow") return days.slice(1, 2);
  return days.filter(
    (one) => weekdays[new Date(utcOf({ ...one, hour: 0, minute: 0, second: 0 })).getUTCDay()] === name.slice(0, 3),
  );
}

function dayAfter({ year: y, month: m, day: d }: Day, ahead: number): Day {
  const date = new Date(Date.UTC(y, m - 1, d + ahead));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

// Unambiguous to nearly every English reader.
const places: Readonly<Record<string, string>> = {
  E: "America/New_York",
  C: "America/Chicago",
  M: "America/Denver",
  P: "America/Los_Angeles",
};

function zoneOf({ zone, abbreviation, offset }: Asked["groups"], own: string): string | null {
  const name = abbreviation?.toUpperCase() ?? zone;
  if (name === undefined) return own;
  if (offset !== undefined) return isUtc(name) ? fixed(offset) : null;
  if (isUtc(name)) return "UTC";
  if (/^CES?T$/.test(name)) return "Europe/Berlin";
  if (/^[ECMP][SD]?T$/.test(name)) return places[name.slice(0, 1)] ?? null;
  return /^(?:UTC|GMT)?[+-]\d/i.test(name) ? fixed(name.replace(/^[a-z]+/i, "")) : name;
}

function isUtc(name: string): boolean {
  return /^(?:UTC|GMT|Z)$/i.test(name);
}

/** `+2`, `-0730`, `+02:00` → Intl's form. */
function fixed(offset: string): string {
  const [, sign = "+", hours = "0", minutes = "00"] = /^([+-])(\d{1,2}):?(\d\d)?$/.exec(offset) ?? [];
  return `${sign}${hours.padStart(2, "0")}:${minutes}`;
}

/** Months from 1. */
interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** `zone`: such as `Europe/Berlin`, `UTC` or `+02:00`; `null`: unknown zone. */
function wallTime(at: number, zone: string): WallTime | null {
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", era: "short", ...fields });
    const shown = format.formatToParts(at).map(({ type, value }) => [type, Number(value)] as const);
    return Object.fromEntries(shown) as unknown as WallTime;
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
 * The moments at which a zone's clocks show this: two when they go back. A skipped time is as long after midnight as it
 * would have been.
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

/** `NaN`: no such day or time. */
function utcOf({ year, month, day, hour, minute, second }: WallTime): number {
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
