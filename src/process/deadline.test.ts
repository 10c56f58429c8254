import { expect, test } from "vitest";
import { watchLimits, type ProcessClock } from "./deadline.ts";

test("the time-out ends it although it prints", () => {
  const time = makeTime();
  const ends: string[] = [];
  const watch = watchLimits(time.clock, { timeoutMs: 100, idleMs: 50 }, (why) => ends.push(why));
  for (let step = 0; step < 9; step++) {
    time.pass(11);
    watch.seen();
  }
  expect(ends).toEqual([]);
  time.pass(1);
  expect(ends).toEqual(["timed-out"]);
});

test("silence ends it, counted from the last sign of life", () => {
  const time = makeTime();
  const ends: string[] = [];
  const watch = watchLimits(time.clock, { idleMs: 50 }, (why) => ends.push(why));
  time.pass(40);
  watch.seen();
  time.pass(49);
  expect(ends).toEqual([]);
  time.pass(1);
  expect(ends).toEqual(["idle"]);
});

test("after the machine slept a silent program gets one more period, then ends", () => {
  const time = makeTime();
  const ends: string[] = [];
  watchLimits(time.clock, { idleMs: 5000 }, (why) => ends.push(why));
  time.sleep(60_000);
  expect(ends).toEqual([]);
  time.pass(4999);
  expect(ends).toEqual([]);
  time.pass(1);
  expect(ends).toEqual(["idle"]);
});

test("a tick that is a little late is no sleep", () => {
  const time = makeTime();
  const ends: string[] = [];
  watchLimits(time.clock, { idleMs: 5000 }, (why) => ends.push(why));
  time.sleep(5900);
  expect(ends).toEqual(["idle"]);
});

test("no timer is asked for more than the system can count", () => {
  const time = makeTime();
  const ends: string[] = [];
  const monthMs = 30 * 24 * 3600 * 1000;
  watchLimits(time.clock, { timeoutMs: monthMs }, (why) => ends.push(why));
  expect(time.longestDelay()).toBeLessThan(2 ** 31);
  time.pass(monthMs - 1);
  expect(ends).toEqual([]);
  time.pass(1);
  expect(ends).toEqual(["timed-out"]);
});

test("nothing happens after it was stopped, and nothing is timed without a limit", () => {
  const time = makeTime();
  const ends: string[] = [];
  watchLimits(time.clock, { timeoutMs: 10 }, (why) => ends.push(why)).stop();
  watchLimits(time.clock, {}, (why) => ends.push(why));
  time.pass(1_000_000);
  expect(ends).toEqual([]);
});

test("time counts for no limit while it is paused, however often", () => {
  const time = makeTime();
  const ends: string[] = [];
  const watch = watchLimits(time.clock, { timeoutMs: 100, idleMs: 50 }, (why) => ends.push(why));
  time.pass(40);
  watch.pause();
  time.pass(1000);
  watch.resume();
  time.pass(9);
  watch.pause();
  time.pass(1000);
  // What it printed before it was stopped may be read only now; it is no sign of life of a later time.
  watch.seen();
  time.pass(1000);
  watch.resume();
  expect(watch.pausedMs()).toBe(3000);
  time.pass(49);
  expect(ends).toEqual([]);
  time.pass(1);
  expect(ends).toEqual(["idle"]);
});

test("the time-out goes on after a pause with what was left of it", () => {
  const time = makeTime();
  const ends: string[] = [];
  const watch = watchLimits(time.clock, { timeoutMs: 100 }, (why) => ends.push(why));
  time.pass(60);
  watch.pause();
  time.sleep(60_000);
  expect(ends).toEqual([]);
  watch.resume();
  time.pass(39);
  expect(ends).toEqual([]);
  time.pass(1);
  expect(ends).toEqual(["timed-out"]);
});

test("a pause wakes up nothing that was stopped or has expired", () => {
  const time = makeTime();
  const ends: string[] = [];
  const expired = watchLimits(time.clock, { timeoutMs: 10 }, (why) => ends.push(why));
  time.pass(10);
  const stopped = watchLimits(time.clock, { timeoutMs: 10 }, () => ends.push("stopped"));
  stopped.stop();
  for (const watch of [expired, stopped]) {
    watch.pause();
    watch.resume();
  }
  time.pass(1000);
  expect(ends).toEqual(["timed-out"]);
});

/** Time that passes only when told; `sleep` lets it jump, so that timers fire late. */
function makeTime(): { clock: ProcessClock; pass(ms: number): void; sleep(ms: number): void; longestDelay(): number } {
  let now = 0;
  let longest = 0;
  let timers: { at: number; call: () => void }[] = [];
  const fire = (): void => {
    const due = timers.filter((timer) => timer.at <= now);
    timers = timers.filter((timer) => timer.at > now);
    for (const timer of due) timer.call();
  };
  return {
    clock: {
      ticks: () => now,
      after(delayMs, call) {
        const timer = { at: now + delayMs, call };
        longest = Math.max(longest, delayMs);
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    },
    pass(ms) {
      const until = now + ms;
      for (let next = nextOf(); next <= until; next = nextOf()) {
        now = next;
        fire();
      }
      now = until;
    },
    sleep(ms) {
      now += ms;
      fire();
    },
    longestDelay: () => longest,
  };

  function nextOf(): number {
    return Math.min(Infinity, ...timers.map((timer) => timer.at));
  }
}
