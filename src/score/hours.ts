import { momentOf, weekdayOf } from "../base/time/calendar.ts";

/** Hours of a week, in the time of this machine. */
export interface Hours {
  /** 0: Sunday. The days on which they begin. */
  readonly days: readonly number[];
  /** Minutes of the day. */
  readonly from: number;
  /** Before `from`: on the next day. */
  readonly to: number;
}

const dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const form = /^(?:([a-z]{3})(?:-([a-z]{3}))?\s+)?(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/;

/** As in `22:00-06:00, mon-fri 09:00-12:00`; `undefined` for nonsense. */
export function hoursIn(text: string): readonly Hours[] | undefined {
  const parts = text.split(",").map((part) => partIn(part.trim().toLowerCase()));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function partIn(text: string): Hours | undefined {
  const [, first, last, ...times] = form.exec(text) ?? [];
  const [fromHour = NaN, fromMinute = NaN, toHour = NaN, toMinute = NaN] = times.map(Number);
  const days = first === undefined ? everyDay : daysBetween(first, last ?? first);
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  const isTime = fromMinute < 60 && toMinute < 60 && from < dayMinutes && to <= dayMinutes && from !== to;
  return isTime && days !== undefined ? { days, from, to } : undefined;
}

const dayMinutes = 24 * 60;

function daysBetween(first: string, last: string): readonly number[] | undefined {
  const [from, to] = [dayNames.indexOf(first), dayNames.indexOf(last)];
  if (from === -1 || to === -1) return undefined;
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, step) => (from + step) % 7);
}

/** The moment at which these hours end, if one of them is now; they may follow each other. */
export function endOfHours(hours: readonly Hours[], now: number): number | null {
  let at = now;
  // A week is the longest that there can be; hours without an end are told as if they ended then.
  for (let turn = 0; turn < 15; turn += 1) {
    const ends = hours.flatMap((one) => endsOf(one, at));
    if (ends.length === 0) break;
    at = Math.max(...ends);
  }
  return at === now ? null : at;
}

function endsOf({ days, from, to }: Hours, at: number): readonly number[] {
  return [0, -1].flatMap((offset) => {
    const begin = momentOf(at, offset, from);
    const end = momentOf(at, offset, to > from ? to : to + dayMinutes);
    return days.includes(weekdayOf(momentOf(at, offset, 0))) && begin <= at && at < end ? [end] : [];
  });
}
