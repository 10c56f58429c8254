/** The calendar of this machine: where its days begin, and what they are called. A day may have 23 or 25 hours. */

/** So many minutes, by the clock on the wall, after the begin of the day that is `days` after the one of a moment. */
export function momentOf(at: number, days: number, minute: number): number {
  const moment = new Date(at);
  moment.setDate(moment.getDate() + days);
  moment.setHours(0, minute, 0, 0);
  return moment.getTime();
}

/** 0: Sunday. */
export function weekdayOf(at: number): number {
  return new Date(at).getDay();
}

/** As in `2026-01-31`. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
