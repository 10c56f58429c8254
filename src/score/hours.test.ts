import { expect, test } from "vitest";
import { endOfHours, hoursIn } from "./hours.ts";

const at = (text: string): number => new Date(text).getTime();
const endOf = (hours: string, now: string): string | null => {
  const end = endOfHours(hoursIn(hours) ?? [], at(now));
  return end === null ? null : new Date(end).toString().slice(0, 21);
};

test.each([
  ["22:00-06:00", "2026-11-17T21:59", null],
  ["22:00-06:00", "2026-11-17T22:00", "Wed Nov 18 2026 06:00"],
  ["22:00-06:00", "2026-11-18T05:59", "Wed Nov 18 2026 06:00"],
  ["22:00-06:00", "2026-11-18T06:00", null],
  ["mon-fri 09:00-17:00", "2026-11-14T10:00", null],
  ["mon-fri 09:00-17:00", "2026-11-16T10:00", "Mon Nov 16 2026 17:00"],
  ["fri 22:00-06:00", "2026-11-21T05:00", "Sat Nov 21 2026 06:00"],
  ["sat-sun 00:00-24:00, mon 00:00-08:00", "2026-11-21T05:00", "Mon Nov 23 2026 08:00"],
])("in the hours %s, it is %s", (hours, now, end) => {
  expect(endOf(hours, now)).toBe(end);
});

test.each(["", "22-6", "25:00-26:00", "09:00-09:00", "funday 09:00-10:00", "09:60-10:00", "09:00-10:00,"])(
  "%j are no hours",
  (text) => {
    expect(hoursIn(text)).toBeUndefined();
  },
);
