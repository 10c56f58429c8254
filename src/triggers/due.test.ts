import { describe, expect, it } from "vitest";
import type { EpochMs } from "../base/ids.ts";
import { type Sight, turnOf } from "./due.ts";
import type { Schedule, ScheduleRules } from "./schedule.ts";
import { checkTiming, momentAfter } from "./timing.ts";

const minute = 60_000;
const at = (text: string): EpochMs => Date.parse(text) as EpochMs;

function every(rules: Partial<ScheduleRules>, more: Partial<Schedule> = {}): Schedule {
  return {
    id: "s",
    score: "/s.yaml",
    folder: "/r",
    when: { kind: "every", ms: 10 * minute },
    rules: { missed: "once", most: 3, overlap: false, fresh: false, ...rules },
    isPaused: false,
    createdAt: 0 as EpochMs,
    next: (10 * minute) as EpochMs,
    owed: 0,
    seen: null,
    last: null,
    ...more,
  };
}
const look = (schedule: Schedule, minutes: number, more: Partial<Sight> = {}) =>
  turnOf(schedule, { now: (minutes * minute) as EpochMs, isBusy: false, seen: null, isOwn: false, ...more });

describe("a schedule by time", () => {
  it("starts a run at its moment, and never before", () => {
    expect(look(every({}), 9.9)).toBeNull();
    expect(look(every({}), 10)).toMatchObject({ starts: true, schedule: { next: 20 * minute, owed: 0 } });
    expect(look(every({}, { isPaused: true }), 10)).toBeNull();
  });

  it.each<[ScheduleRules["missed"], boolean, number]>([
    ["skip", false, 0],
    ["once", true, 0],
    ["all", true, 2],
  ])("makes up for moments that it missed by its policy: %s", (missed, starts, owed) => {
    expect(look(every({ missed }), 45)).toMatchObject({ starts, schedule: { next: 50 * minute, owed } });
  });

  it("says what it skipped", () => {
    expect(look(every({ missed: "skip" }), 45)?.why).toBe("4 missed, and missed runs are skipped");
  });

  it("starts no second run while the last one is under way, unless it may; what it owes waits", () => {
    expect(look(every({}), 10, { isBusy: true })).toMatchObject({ starts: false, why: expect.any(String) as string });
    expect(look(every({ overlap: true }), 10, { isBusy: true })).toMatchObject({ starts: true });
    const waits = look(every({ missed: "all" }), 45, { isBusy: true });
    expect(waits).toMatchObject({ starts: false, schedule: { owed: 3 } });
    expect(look(waits!.schedule, 46, { isBusy: true })).toBeNull();
    expect(look(waits!.schedule, 46)).toMatchObject({ starts: true, schedule: { owed: 2, next: 50 * minute } });
  });
});

describe("a schedule that watches", () => {
  const watch = (seen: string | null) => every({}, { when: { kind: "branch", name: "main" }, next: null, seen });

  it("remembers what it sees first, and starts a run when that is another", () => {
    expect(look(watch(null), 1, { seen: "a" })).toMatchObject({ starts: false, schedule: { seen: "a" } });
    expect(look(watch("a"), 1, { seen: "a" })).toBeNull();
    expect(look(watch("a"), 1, { seen: "b" })).toMatchObject({ starts: true, schedule: { seen: "b" } });
  });

  it("is not started by what its own run landed, and waits for the end of a run", () => {
    expect(look(watch("a"), 1, { seen: "b", isOwn: true })).toMatchObject({ starts: false, schedule: { seen: "b" } });
    expect(look(watch("a"), 1, { seen: "b", isBusy: true })).toBeNull();
  });
});

describe("a cron expression", () => {
  const berlin = (expression: string) => ({ kind: "cron", expression, zone: "Europe/Berlin" }) as const;

  it("counts in its time zone, also when its clocks are set", () => {
    const next = (expression: string, after: string) =>
      new Date(momentAfter(berlin(expression), at(after), at(after)) ?? 0).toISOString();
    expect(next("0 3 * * *", "2026-07-01T12:00:00Z")).toBe("2026-07-02T01:00:00.000Z");
    expect(next("0 3 * * *", "2026-12-01T12:00:00Z")).toBe("2026-12-02T02:00:00.000Z");
    // 02:30 is not there on the last Sunday of March: it runs when the hour that is left out is over.
    expect(next("30 2 * * *", "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:00:00.000Z");
  });

  it.each([
    ["0 3 * * *", "means"],
    ["0 3 * *", "wrong"],
    ["61 3 * * *", "wrong"],
    ["0 0 31 2 *", "wrong"],
  ])("%s: %s", (expression, kind) => {
    expect(checkTiming(berlin(expression), at("2026-01-01T00:00:00Z")).kind).toBe(kind);
  });

  it("needs a zone that there is", () => {
    const when = { kind: "cron", expression: "0 3 * * *", zone: "Moon/Far" } as const;
    const why = 'there is no time zone "Moon/Far"';
    expect(checkTiming(when, at("2026-01-01T00:00:00Z"))).toEqual({ kind: "wrong", why });
  });

  it("says what is wrong with an expression", () => {
    const why = '"61 3 * * *" is no cron expression: Invalid value for minute: 61';
    expect(checkTiming(berlin("61 3 * * *"), at("2026-01-01T00:00:00Z"))).toEqual({ kind: "wrong", why });
  });
});
