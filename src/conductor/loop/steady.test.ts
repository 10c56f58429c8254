import { describe, expect, it } from "vitest";
import { makePlan, makeRetry, makeSheet } from "../../../test/kit/jobs.ts";
import { begun, over } from "../../../test/kit/told.ts";
import type { EpochMs, SheetId } from "../../base/ids.ts";
import { makeAgenda } from "../../schedule/agenda.ts";
import { decide } from "../../sheet/decide/decide.ts";
import { type SheetState, fresh } from "../../sheet/state.ts";
import { makeBell } from "./bell.ts";
import { steadyClock } from "./course.ts";

const day = 24 * 3600_000;

/** Time that passes, and a clock on the wall that people set. */
function makeClocks() {
  let passed = 0;
  let set = 1_700_000_000_000;
  return {
    now: () => (set + passed) as EpochMs,
    ticks: () => passed,
    pass: (ms: number) => void (passed += ms),
    set: (ms: number) => void (set += ms),
  };
}

/** A sheet that failed just now and is to be tried again in a minute at most. */
function failedAt(at: EpochMs): SheetState {
  const retry = makeRetry({ attempts: 3, completions: 0, baseDelayMs: 60_000, maxDelayMs: 60_000, jitter: false });
  const running = decide(retry, fresh, { ...begun(1, 0), at }).state;
  return decide(retry, running, over(1, 0, { at, end: { kind: "exited", code: 1 } })).state;
}

/** How long the sheet waits by the steady clock, looked at once a second. */
function waitsFor(clocks: ReturnType<typeof makeClocks>, now: () => EpochMs, state: SheetState): number {
  const id = "a" as SheetId;
  const agenda = makeAgenda(makePlan([makeSheet("a")]), new Map([[id, state]]), false);
  const from = clocks.ticks();
  while (agenda.next({ now: now(), limit: 1 }).start.length === 0 && clocks.ticks() - from < day / 2) clocks.pass(1000);
  return clocks.ticks() - from;
}

describe("a wait of a minute", () => {
  it.each([
    ["the clock stays as it is", 0, 0],
    ["the clock is set back by a day meanwhile", 0, -day],
    ["the clock was set back by a day before", -day, 0],
    ["the clock was a day ahead when it began, and is right again", day, -day],
    ["the clock was a day behind when it began, and is right again", -day, day],
  ])("never becomes longer: %s", (_, before, after) => {
    const clocks = makeClocks();
    const now = steadyClock(clocks);
    clocks.pass(5000);
    clocks.set(before);
    now();
    const state = failedAt(clocks.now());
    clocks.set(after);
    expect(waitsFor(clocks, now, state)).toBeLessThanOrEqual(60_000);
  });

  it("is over when the machine slept through it", () => {
    const clocks = makeClocks();
    const now = steadyClock(clocks);
    const state = failedAt(clocks.now());
    // The wall clock went on while ticks stood still.
    clocks.set(day);
    expect(waitsFor(clocks, now, state)).toBe(0);
  });
});

describe("the steady clock", () => {
  it("never goes back, and never stands still while time passes", () => {
    const clocks = makeClocks();
    const now = steadyClock(clocks);
    let last = now();
    for (const jump of [0, day, -day, -day, 3 * day, -7 * day, 0]) {
      clocks.set(jump);
      clocks.pass(1000);
      const next = now();
      expect(next - last).toBeGreaterThanOrEqual(1000);
      last = next;
    }
  });
});

describe("a bell", () => {
  const delays: number[] = [];
  const world = {
    after: (delayMs: number, call: () => void) => {
      delays.push(delayMs);
      const timer = setImmediate(call);
      return () => {
        clearImmediate(timer);
      };
    },
  };

  it("never sleeps for long at a time: a timer stands still while the machine sleeps", async () => {
    await makeBell().wait(world, day);
    expect(delays.at(-1)).toBeLessThanOrEqual(60_000);
    await makeBell().wait(world, -day);
    expect(delays.at(-1)).toBe(0);
  });

  it("that rang while no loop waited is heard by the next who does, once", async () => {
    const bell = makeBell();
    bell.ring();
    await bell.wait(world, null);
    let isHeard = false;
    const waiting = bell.wait(world, null).then(() => (isHeard = true));
    await new Promise(setImmediate);
    expect(isHeard).toBe(false);
    bell.ring();
    await waiting;
    expect(isHeard).toBe(true);
  });
});
