import { describe, expect, it } from "vitest";
import { makeStopRequest, watchIdle } from "./stop.ts";

/** A clock that is moved by hand. */
function makeClock() {
  let now = 0;
  let due: { at: number; call: () => void }[] = [];
  return {
    ticks: () => now,
    after: (delayMs: number, call: () => void) => {
      const one = { at: now + delayMs, call };
      due.push(one);
      return () => {
        due = due.filter((other) => other !== one);
      };
    },
    pass: (ms: number) => {
      const end = now + ms;
      for (let next = due.find(({ at }) => at <= end); next !== undefined; next = due.find(({ at }) => at <= end)) {
        const { at, call } = next;
        due = due.filter((one) => one !== next);
        now = at;
        call();
      }
      now = end;
    },
  };
}

describe("a conductor without clients and jobs", () => {
  it("ends after the limit", () => {
    const world = makeClock();
    const stop = makeStopRequest();
    watchIdle({ limitMs: () => 60_000, isIdle: () => true, stop, world });
    world.pass(59_000);
    expect(stop.isRequested()).toBe(false);
    world.pass(15_000);
    expect(stop.isRequested()).toBe(true);
  });

  it("counts from the last time that it was needed", () => {
    const world = makeClock();
    const stop = makeStopRequest();
    let isIdle = true;
    watchIdle({ limitMs: () => 60_000, isIdle: () => isIdle, stop, world });
    world.pass(50_000);
    isIdle = false;
    world.pass(20_000);
    isIdle = true;
    world.pass(55_000);
    expect(stop.isRequested()).toBe(false);
    world.pass(30_000);
    expect(stop.isRequested()).toBe(true);
  });

  it("stays for ever without a limit, until a limit is set", () => {
    const world = makeClock();
    const stop = makeStopRequest();
    let limit: number | null = null;
    watchIdle({ limitMs: () => limit, isIdle: () => true, stop, world });
    world.pass(1_000_000);
    expect(stop.isRequested()).toBe(false);
    limit = 60_000;
    world.pass(10_000);
    expect(stop.isRequested()).toBe(true);
  });
});
