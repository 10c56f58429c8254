import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EpochMs } from "../../base/ids.ts";
import { clampReset, resetIn, retryAfter } from "./reset.ts";
import { times } from "../../../test/kit/long.ts";

const moment = (text: string) => Date.parse(text) as EpochMs;
const now = moment("2026-11-15T18:00:00Z");
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Seconds from now, in New York, where it is one o'clock in the afternoon. */
const waitOf = (text: string) => {
  const at = resetIn(text, now, "America/New_York");
  return at === null ? null : (at - now) / 1_000;
};

describe("a wait is read from", () => {
  test.each([
    ["Retry-After: 30", 30],
    ["HTTP 429 Too Many Requests, retry after 30", 30],
    ["Please retry after 30 seconds.", 30],
    ["retry after 5 minutes", 5 * minute],
    ['{"error":{"retry_after": 12}}', 12],
    ["retry_after_ms: 1500", 1.5],
    ["retry-after-ms: 2500", 2.5],
    ['"retryDelay": "34.5s"', 34.5],
    ["resets_in_seconds: 1234", 1234],
    ["You've hit your usage limit. Try again in 3 hours 5 minutes.", 3 * hour + 5 * minute],
    ["try again in 3 days 4 hours 9 minutes", 3 * day + 4 * hour + 9 * minute],
    ["Rate limit reached for gpt-5: Limit 30000, Used 29000. Please try again in 6m0s.", 6 * minute],
    ["x-ratelimit-reset-tokens: 1h2m3s", hour + 2 * minute + 3],
    ["Your quota will reset after 3h2m1s.", 3 * hour + 2 * minute + 1],
    ["Please wait 45 seconds", 45],
    ["Come back in 3 hours", 3 * hour],
    ["try again in an hour and 5 minutes", hour + 5 * minute],
    ["in 20s", 20],
    ["1h2m3s", hour + 2 * minute + 3],
    ["Retrying in 7s", 7],
  ])("%s", (text, seconds) => {
    expect(waitOf(text)).toBe(seconds);
  });
});

describe("a moment is read from", () => {
  test.each([
    ["reset at 2026-11-16T09:00:00Z", "2026-11-16T09:00:00Z"],
    ["anthropic-ratelimit-requests-reset: 2026-11-15T18:01:30Z", "2026-11-15T18:01:30Z"],
    ['"reset_at": "2026-11-16T10:00:00+01:00"', "2026-11-16T09:00:00Z"],
    ["resets at 2026-11-16 09:00", "2026-11-16T14:00:00Z"],
    ["Retry-After: Sun, 15 Nov 2026 18:05:00 GMT", "2026-11-15T18:05:00Z"],
    ["Claude AI usage limit reached|1794800000", "2026-11-16T03:33:20Z"],
    ['{"resets_at":1794800000}', "2026-11-16T03:33:20Z"],
    ["x-ratelimit-reset: 1794800000", "2026-11-16T03:33:20Z"],
    ['"reset_at_ms":1794800000000', "2026-11-16T03:33:20Z"],
    ["resets at 9pm", "2026-11-16T02:00:00Z"],
    ["You've hit your limit · resets 3:45 PM (America/New_York)", "2026-11-15T20:45:00Z"],
    ["resets 9pm (Europe/Berlin)", "2026-11-15T20:00:00Z"],
    ["resets Nov 16, 9am UTC", "2026-11-16T09:00:00Z"],
    ["resets 16 Nov 9am", "2026-11-16T14:00:00Z"],
    ["try again at Nov 20th, 2026 1:14 PM.", "2026-11-20T18:14:00Z"],
    ["limit resets tomorrow at 9am", "2026-11-16T14:00:00Z"],
    ["resets Monday 9am", "2026-11-16T14:00:00Z"],
    ["resets at 14:30 UTC", "2026-11-16T14:30:00Z"],
    ["resets at midnight", "2026-11-16T05:00:00Z"],
    ["resets at noon PST", "2026-11-15T20:00:00Z"],
    ["resets 8am UTC+2", "2026-11-16T06:00:00Z"],
    ["resets 8am (UTC-3:30)", "2026-11-16T11:30:00Z"],
    ["resets 12am CET", "2026-11-15T23:00:00Z"],
  ])("%s", (text, at) => {
    expect(resetIn(text, now, "America/New_York")).toBe(Date.parse(at));
  });
});

test.each([
  "line 429",
  "the reset button at 3 places",
  "Rate limit: 100 requests in 60 seconds",
  "resets at 25:00",
  "resets 13pm",
  "resets 9pm (Nowhere/Land)",
  "resets Feb 30, 9am",
  "resets on Monday",
  "reset: 429",
  "try again later",
  "reset the quota field",
  "",
])("nothing is read from: %s", (text) => {
  expect(waitOf(text)).toBeNull();
});

test("the provider's time counts before the agent's own pause", () => {
  expect(waitOf("Retrying in 2s: usage limit reached, resets 9pm")).toBe(8 * hour);
  expect(waitOf("Retrying in 2s: 429, retry-after: 90")).toBe(90);
});

test("a moment that has passed within the hour is over, and not meant for tomorrow", () => {
  expect(waitOf("resets at 12:59pm")).toBe(-minute);
  expect(waitOf("resets at 12:10pm")).toBe(-50 * minute);
  expect(waitOf("resets at 11:50am")).toBe(22 * hour + 50 * minute);
});

test("clocks that are put forward or back do not move a reset by an hour", () => {
  const zone = "America/New_York";
  // Forward on 8 March 2026 at 2:00, back on 1 November 2026 at 2:00.
  expect(resetIn("resets 9am", moment("2026-03-08T03:00:00Z"), zone)).toBe(moment("2026-03-08T13:00:00Z"));
  expect(resetIn("resets 9am", moment("2026-11-01T03:00:00Z"), zone)).toBe(moment("2026-11-01T14:00:00Z"));
  expect(resetIn("resets 2:30am", moment("2026-03-08T03:00:00Z"), zone)).toBe(moment("2026-03-08T07:30:00Z"));
  expect(resetIn("resets 1:30am", moment("2026-11-01T03:00:00Z"), zone)).toBe(moment("2026-11-01T05:30:00Z"));
  expect(resetIn("resets 1:30am", moment("2026-11-01T06:00:00Z"), zone)).toBe(moment("2026-11-01T06:30:00Z"));
});

test("at the turn of the year a date without a year is the next one", () => {
  expect(resetIn("resets Jan 1, 9am", moment("2026-12-31T20:00:00Z"), "UTC")).toBe(moment("2027-01-01T09:00:00Z"));
});

describe("a Retry-After header", () => {
  test("holds seconds or a date, and some hold a span or a moment", () => {
    expect(retryAfter("30", now)).toBe(now + 30_000);
    expect(retryAfter(" Sun, 15 Nov 2026 18:05:00 GMT ", now)).toBe(now + 300_000);
    expect(retryAfter("6m0s", now)).toBe(now + 360_000);
    expect(retryAfter("2026-11-15T18:05:00Z", now)).toBe(now + 300_000);
    expect(retryAfter("0", now)).toBe(now + 1_000);
  });

  test("that holds anything else says nothing", () => {
    for (const header of ["soon", "", "99999999", "NaN", "Sun, 15 Nov 1994 18:05:00 GMT"])
      expect(retryAfter(header, now)).toBeNull();
  });
});

describe("a credible reset", () => {
  test("is a second ahead at least and a week at most, or over for an hour at most", () => {
    expect(clampReset(now - 60_000, now)).toBe(now - 60_000);
    expect(clampReset(now + 5, now)).toBe(now + 1_000);
    expect(clampReset(now, now)).toBe(now + 1_000);
    expect(clampReset(now - 3_600_001, now)).toBeNull();
    expect(clampReset(now + 7 * day * 1_000, now)).toBe(now + 7 * day * 1_000);
    expect(clampReset(now + 7 * day * 1_000 + 1, now)).toBeNull();
    expect(clampReset(Number.NaN, now)).toBeNull();
  });

  const bit = fc.constantFrom(
    ..."resets at|retry after|Retry-After:|try again in|in|until|9pm|3:45 PM|(Asia/Kolkata)|Nov 16|Feb 29|2026-11-16T09:00:00Z|1790000000|99999999999999|1h|ms|-|:|,|30|0|.|tomorrow|Sun|UTC+14".split(
      "|",
    ),
  );
  const words = fc
    .array(fc.oneof(bit, fc.string({ maxLength: 6 }), fc.nat().map(String)), { maxLength: 12 })
    .map((bits) => bits.join(" "));
  const zones = fc.constantFrom(
    "UTC",
    "America/New_York",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "Australia/Lord_Howe",
    "no such zone",
  );
  const moments = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }).map((at) => at as EpochMs);

  test("is never long past, never no number, never beyond a week, for any words, zone and moment", () => {
    fc.assert(
      fc.property(words, zones, moments, (text, zone, at) => {
        const reset = resetIn(text, at, zone);
        if (reset !== null)
          expect(
            Number.isInteger(reset) &&
              (reset >= at + 1_000 || (reset < at && reset >= at - hour * 1_000)) &&
              reset <= at + 7 * day * 1_000,
          ).toBe(true);
      }),
      { numRuns: times(500, 2_000) },
    );
  });

  test("of a clock time is what clocks there then show", () => {
    const times = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) });
    fc.assert(
      fc.property(times, moments, ({ hour: h, minute: m }, at) => {
        const shown = `${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`;
        const reset = resetIn(`resets at ${shown}`, at, "Asia/Kathmandu");
        const clock = new Intl.DateTimeFormat("en-GB", {
          timeZone: "Asia/Kathmandu",
          hour: "2-digit",
          minute: "2-digit",
        });
        expect(reset).not.toBeNull();
        // A time that is a moment away is due in a second.
        if (reset !== at + 1_000) expect(clock.format(reset!)).toBe(shown);
      }),
      { numRuns: 75 },
    );
  });
});

test("hostile text is read as fast as any other", () => {
  for (const text of ["reset ", "retry after ", "1h", "resets at on by ", "9", "[[[ ", "again in 1s, and "]) {
    expect(() => resetIn(text.repeat(100_000), now, "UTC")).not.toThrow();
  }
});
