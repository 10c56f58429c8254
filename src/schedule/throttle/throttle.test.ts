import { describe, expect, it } from "vitest";
import type { EpochMs } from "../../base/ids.ts";
import { type Throttle, type ThrottleEvent, leaveAt, nextThrottle, unthrottled } from "./throttle.ts";

const policy = { failures: 3, recoveryMs: 1000 };
const at = (ms: number): EpochMs => ms as EpochMs;
const after = (throttle: Throttle, ...events: readonly ThrottleEvent[]): Throttle =>
  events.reduce((now, event) => nextThrottle(now, event, policy), throttle);
const limited = (until: number, why: "limit" | "quota" = "limit"): ThrottleEvent => ({
  kind: "limited",
  why,
  at: at(-10_000),
  limit: { resetAt: at(until), isOverdue: false, unknownMs: 1, chance: 0 },
  code: why === "quota" ? "E104" : "E101",
  detail: "",
});
const faulty = (ms: number): ThrottleEvent => ({ kind: "faulty", at: at(ms), code: "E501", detail: "" });
const stopped: ThrottleEvent = { kind: "stopped", code: "E502", detail: "" };
const goodAt = (ms: number): ThrottleEvent => ({ kind: "good", at: at(ms) });
const good = goodAt(600);
const asked: ThrottleEvent = { kind: "asked" };
const leave = (throttle: Throttle, now: number, out = 0): string => leaveAt(throttle, { now: at(now), out }).kind;

describe("an account that met a limit", () => {
  it("gets nothing until the reset, the latest one that was told", () => {
    const throttle = after(unthrottled, limited(500), limited(300));
    expect([leave(throttle, 499), leave(throttle, 500)]).toEqual(["shut", "go"]);
  });

  it("then gets as many as its lane allows, since the reset was told", () => {
    expect(leave(after(unthrottled, limited(500)), 500, 10_000)).toBe("go");
  });

  it("gets one where its quota was used up, and twice as many with each that comes back well, until all may go", () => {
    let throttle = after(unthrottled, limited(500, "quota"));
    expect([leave(throttle, 600, 0), leave(throttle, 600, 1)]).toEqual(["go", "full"]);
    throttle = after(throttle, good);
    expect([leave(throttle, 600, 1), leave(throttle, 600, 2)]).toEqual(["go", "full"]);
    for (let run = 0; run < 6; run += 1) throttle = after(throttle, good);
    expect(leave(throttle, 600, 10_000)).toBe("go");
  });

  it("stays as it is for those that were under way when it was shut, and come back well", () => {
    const throttle = after(unthrottled, limited(500, "quota"), goodAt(100), goodAt(499));
    expect([leave(throttle, 500, 0), leave(throttle, 500, 1)]).toEqual(["go", "full"]);
  });

  it("stays used up when one that was under way meets a shorter limit: others are to take over, not to wait", () => {
    const usedUp: ThrottleEvent = limited(9000, "quota");
    expect(after(unthrottled, usedUp, limited(500)).shut).toMatchObject({ why: "quota", until: 9000 });
    expect(after(unthrottled, limited(500), usedUp).shut).toMatchObject({ why: "quota", until: 9000 });
  });

  it("keeps its reset when one that was under way can't reach the provider", () => {
    const throttle = after(unthrottled, limited(5000), faulty(100), faulty(100), faulty(100), faulty(100));
    expect([leave(throttle, 4999), leave(throttle, 5000)]).toEqual(["shut", "go"]);
  });

  it("is not opened by a person's word: the provider has the last one", () => {
    expect(leave(after(unthrottled, limited(500), asked), 400)).toBe("shut");
  });
});

describe("an account whose limit does not end when it is said to", () => {
  const overdue = (ms: number): ThrottleEvent => ({
    kind: "limited",
    why: "limit",
    at: at(ms),
    limit: { resetAt: null, isOverdue: true, unknownMs: 1, chance: 0 },
    code: "E102",
    detail: "resets 9pm",
  });

  it("is asked less and less often, whichever sheet asks, and hundreds at once count once", () => {
    let throttle = unthrottled;
    const waits = [];
    for (let ask = 0; ask < 8; ask += 1) {
      const now = throttle.shut?.until ?? at(0);
      throttle = after(throttle, ...Array.from({ length: 100 }, () => overdue(now)));
      waits.push(((throttle.shut?.until ?? 0) - now) / 60_000);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    const open = after(throttle, goodAt(throttle.shut?.until ?? 0));
    expect((after(open, overdue(9e9)).shut?.until ?? 0) - 9e9).toBe(60_000);
  });
});

describe("an account that is refused", () => {
  it("gets no new run after late answers of earlier ones", () => {
    expect(leave(after(unthrottled, stopped, good, limited(1), faulty(1)), 9e15)).toBe("shut");
  });

  it("gets one when a person says so, and the others follow it", () => {
    const throttle = after(unthrottled, stopped, asked);
    expect([leave(throttle, 0, 0), leave(throttle, 0, 1), leave(after(throttle, good), 0, 1)]).toEqual([
      "go",
      "full",
      "go",
    ]);
    expect(leave(after(throttle, stopped), 0)).toBe("shut");
  });
});

describe("failures that may be the provider's", () => {
  it("shut it when there are too many in a row, for longer each time", () => {
    expect(leave(after(unthrottled, faulty(0), faulty(0)), 0)).toBe("go");
    expect(leave(after(unthrottled, faulty(0), faulty(0), good, faulty(0), faulty(0)), 0)).toBe("go");
    const shut = after(unthrottled, faulty(0), faulty(0), faulty(0));
    expect([leave(shut, 999), leave(shut, 1000, 0), leave(shut, 1000, 1)]).toEqual(["shut", "go", "full"]);
    const again = after(shut, faulty(1000));
    expect([leave(again, 2999), leave(again, 3000)]).toEqual(["shut", "go"]);
  });

  it("count once when they were all under way: a hundred at once are no reason to wait for longer", () => {
    const throttle = after(unthrottled, ...Array.from({ length: 100 }, (_, run) => faulty(run)));
    expect([leave(throttle, 1001), leave(throttle, 1002)]).toEqual(["shut", "go"]);
  });

  it("never shut it for longer than an hour at a time", () => {
    let throttle = unthrottled;
    for (let run = 0; run < 200; run += 1) throttle = after(throttle, faulty(throttle.shut?.until ?? 0));
    expect(leave(throttle, (throttle.shut?.until ?? 0) - 3_600_000, 0)).toBe("shut");
    expect(leave(throttle, throttle.shut?.until ?? 0)).toBe("go");
    const earlier = throttle.shut?.until ?? 0;
    expect(after(throttle, faulty(earlier)).shut?.until).toBe(earlier + 3_600_000);
  });
});

it("a change without effect gives the same throttle, so that nothing is written", () => {
  expect(after(unthrottled, good)).toBe(unthrottled);
  expect(after(unthrottled, asked)).toBe(unthrottled);
  const shut = after(unthrottled, stopped);
  expect(after(shut, stopped)).toBe(shut);
  const parked = after(unthrottled, limited(500));
  expect(after(parked, limited(400), goodAt(100), faulty(100))).toBe(parked);
});
