import { expect, test } from "vitest";
import { makeTime } from "../../../test/kit/time.ts";
import { watchLimits } from "./deadline.ts";
import type { WorkWatch } from "../tree/work.ts";

/** The last look comes this long after a limit. */
const lookMs = 20;

test("the time-out ends it although it prints", () => {
  const time = makeTime();
  const ends: string[] = [];
  const watch = watchLimits(time.clock, { timeoutMs: 100, idleMs: 50 }, { expire: (why) => ends.push(why) });
  for (let step = 0; step < 9; step++) {
    time.pass(11);
    watch.seen();
  }
  time.pass(lookMs);
  expect(ends).toEqual([]);
  time.pass(1);
  expect(ends).toEqual(["timed-out"]);
});

test("silence ends it, counted from the last sign of life", () => {
  const time = makeTime();
  const ends: string[] = [];
  const watch = watchLimits(time.clock, { idleMs: 50 }, { expire: (why) => ends.push(why) });
  time.pass(40);
  watch.seen();
  time.pass(49 + lookMs);
  expect(ends).toEqual([]);
  time.pass(1);
  expect(ends).toEqual(["idle"]);
});

test("output of the last moment counts, although the timer comes before the input", () => {
  const time = makeTime();
  const ends: string[] = [];
  const watch = watchLimits(time.clock, { idleMs: 500 }, { expire: (why) => ends.push(why) });
  time.sleep(900);
  watch.seen();
  time.pass(499 + lookMs);
  expect(ends).toEqual([]);
  time.pass(1);
  expect(ends).toEqual(["idle"]);
});

test("a sleep counts neither for silence nor for the time-out, whenever it comes and however often", () => {
  const time = makeTime();
  const ends: string[] = [];
  const watch = watchLimits(time.clock, { timeoutMs: 10_000, idleMs: 5000 }, { expire: (why) => ends.push(why) });
  time.pass(3000);
  time.sleep(3_600_000);
  time.pass(1500);
  expect(ends).toEqual([]);
  watch.seen();
  time.pass(4500);
  time.sleep(86_400_000);
  time.pass(499 + lookMs);
  expect(ends).toEqual([]);
  time.pass(1);
  expect(ends).toEqual(["idle"]);
  expect(watch.pausedMs()).toBe(3_600_000 + 86_400_000);
});

test("a sleep in the last look is no last look", () => {
  const time = makeTime();
  const ends: string[] = [];
  const watch = watchLimits(time.clock, { timeoutMs: 100, idleMs: 50 }, { expire: (why) => ends.push(why) });
  time.pass(50 + lookMs - 1);
  time.sleep(60_000);
  expect(ends).toEqual([]);
  watch.seen();
  time.pass(30);
  expect(ends).toEqual([]);
  time.pass(100);
  expect(ends).toEqual(["timed-out"]);
});

test("the first output after a sleep is a sign of life of now, not of a later time", () => {
  const time = makeTime();
  const ends: string[] = [];
  const watch = watchLimits(
    { ...time.clock, after: () => () => undefined },
    { idleMs: 500 },
    { expire: (why) => ends.push(why) },
  );
  time.pass(60_000);
  watch.seen();
  expect(watch.pausedMs()).toBe(60_000);
});

test("a tick that is a little late is no sleep", () => {
  const time = makeTime();
  const ends: string[] = [];
  watchLimits(time.clock, { idleMs: 500 }, { expire: (why) => ends.push(why) });
  time.sleep(1500);
  time.pass(lookMs);
  expect(ends).toEqual(["idle"]);
});

test("on a machine where every tick is late the limits still end it", () => {
  const time = makeTime();
  const ends: string[] = [];
  watchLimits(time.clock, { timeoutMs: 10_000 }, { expire: (why) => ends.push(why) });
  for (let beat = 0; beat < 14; beat++) time.sleep(3000);
  expect(ends).toEqual(["timed-out"]);
});

test("no timer is asked for more than the system can count", () => {
  const time = makeTime();
  const dayMs = 24 * 3600 * 1000;
  const ends: string[] = [];
  watchLimits(time.clock, { timeoutMs: 30 * dayMs }, { expire: (why) => ends.push(why) });
  time.pass(dayMs);
  expect(time.longestDelay()).toBeLessThan(2 ** 31);
  expect(ends).toEqual([]);
});

test("nothing happens after it was stopped, and nothing is timed without a limit", () => {
  const time = makeTime();
  const ends: string[] = [];
  watchLimits(time.clock, { timeoutMs: 10 }, { expire: (why) => ends.push(why) }).stop();
  expect(time.longestDelay()).toBe(10);
  const untimed = makeTime();
  watchLimits(untimed.clock, {}, { expire: (why) => ends.push(why) });
  expect(untimed.longestDelay()).toBe(0);
  time.pass(10_000);
  expect(ends).toEqual([]);
});

test("time counts for no limit while it is paused, however often", () => {
  const time = makeTime();
  const ends: string[] = [];
  const watch = watchLimits(time.clock, { timeoutMs: 200, idleMs: 50 }, { expire: (why) => ends.push(why) });
  time.pass(40);
  watch.pause();
  time.pass(1000);
  watch.resume();
  time.pass(9);
  watch.pause();
  time.pass(1000);
  // Output from before the stop may be read only now; it does not prove life at a later time.
  watch.seen();
  time.pass(1000);
  watch.resume();
  expect(watch.pausedMs()).toBe(3000);
  time.pass(49 + lookMs);
  expect(ends).toEqual([]);
  time.pass(1);
  expect(ends).toEqual(["idle"]);
});

test("the time-out goes on after a pause with what was left of it", () => {
  const time = makeTime();
  const ends: string[] = [];
  const watch = watchLimits(time.clock, { timeoutMs: 100 }, { expire: (why) => ends.push(why) });
  time.pass(60);
  watch.pause();
  time.sleep(60_000);
  expect(ends).toEqual([]);
  watch.resume();
  time.pass(39 + lookMs);
  expect(ends).toEqual([]);
  time.pass(1);
  expect(ends).toEqual(["timed-out"]);
});

test("a pause wakes up nothing that was stopped or has expired", () => {
  const time = makeTime();
  const ends: string[] = [];
  const expired = watchLimits(time.clock, { timeoutMs: 10 }, { expire: (why) => ends.push(why) });
  time.pass(10 + lookMs);
  const stopped = watchLimits(time.clock, { timeoutMs: 10 }, { expire: () => ends.push("stopped") });
  stopped.stop();
  for (const watch of [expired, stopped]) {
    watch.pause();
    watch.resume();
  }
  time.pass(1000);
  expect(ends).toEqual(["timed-out"]);
});

/** A tree that used so much of its period as the test says, one look after the other. */
function workOf(...worked: readonly boolean[]): {
  begun: number[];
  periods: number[];
  work: (now: () => number) => WorkWatch;
} {
  const begun: number[] = [];
  const periods: number[] = [];
  return {
    begun,
    periods,
    work: (now) => ({
      begin: () => begun.push(now()),
      hasWorked: (periodMs) => {
        periods.push(periodMs);
        return worked[periods.length - 1] ?? false;
      },
    }),
  };
}

test("one that is silent but works gets another period, and is idle when it does neither", () => {
  const time = makeTime();
  const ends: string[] = [];
  const { begun, periods, work } = workOf(true, true, false);
  watchLimits(time.clock, { idleMs: 500 }, { expire: (why) => ends.push(why), work: work(() => time.clock.ticks()) });
  time.pass(2 * (500 + lookMs) + 500 + lookMs - 1);
  expect(ends).toEqual([]);
  time.pass(1);
  expect(ends).toEqual(["idle"]);
  expect(begun).toEqual([50, 570, 1090]);
  expect(periods).toEqual([470, 470, 470]);
});

test("work is looked at only in a silence that lasts", () => {
  const time = makeTime();
  const { begun, work } = workOf();
  const watch = watchLimits(
    time.clock,
    { idleMs: 500 },
    { expire: () => undefined, work: work(() => time.clock.ticks()) },
  );
  for (let line = 0; line < 50; line++) {
    time.pass(40);
    watch.seen();
  }
  expect(begun).toEqual([]);
  time.pass(50);
  expect(begun).toEqual([2050]);
  watch.stop();
});

test("work is no excuse when the time is up", () => {
  const time = makeTime();
  const ends: string[] = [];
  const { periods, work } = workOf(true, true, true, true);
  watchLimits(
    time.clock,
    { timeoutMs: 1200, idleMs: 500 },
    { expire: (why) => ends.push(why), work: work(() => time.clock.ticks()) },
  );
  time.pass(1200 + lookMs);
  expect(ends).toEqual(["timed-out"]);
  expect(periods.length).toBe(2);
});

test("one that has not begun in its time is silent, however much it works; one that has begun has no such limit", () => {
  const time = makeTime();
  const ends: string[] = [];
  const limits = { startMs: 300, idleMs: 10_000 };
  const work = workOf(true, true).work(() => time.clock.ticks());
  const watch = watchLimits(time.clock, limits, { expire: (why) => ends.push(why), work });
  const other = watchLimits(time.clock, limits, { expire: () => ends.push("other") });
  time.pass(299);
  watch.seen();
  other.begun();
  time.pass(lookMs);
  expect(ends).toEqual([]);
  time.pass(1);
  expect(ends).toEqual(["silent"]);
  time.pass(5000);
  expect(ends).toEqual(["silent"]);
});
