import { describe, expect, it } from "vitest";
import type { EpochMs } from "../../base/ids.ts";
import { type Gate, type GateEvent, leaveAt, nextGate, openGate } from "./gate.ts";

const policy = { failures: 3, recoveryMs: 1000 };
const at = (ms: number): EpochMs => ms as EpochMs;
const after = (gate: Gate, ...events: readonly GateEvent[]): Gate =>
  events.reduce((now, event) => nextGate(now, event, policy), gate);
const limited = (until: number, why: "limit" | "quota" = "limit"): GateEvent => ({
  kind: "limited",
  why,
  at: at(-10_000),
  limit: { resetAt: at(until), isOverdue: false, unknownMs: 1, chance: 0 },
  code: why === "quota" ? "E104" : "E101",
  detail: "",
});
const faulty = (ms: number): GateEvent => ({ kind: "faulty", at: at(ms), code: "E501", detail: "" });
const stopped: GateEvent = { kind: "stopped", code: "E502", detail: "" };
const goodAt = (ms: number): GateEvent => ({ kind: "good", at: at(ms) });
const good = goodAt(600);
const asked: GateEvent = { kind: "asked" };
const leave = (gate: Gate, now: number, out = 0): string => leaveAt(gate, { now: at(now), out }).kind;

describe("an account that met a limit", () => {
  it("gets nothing until the reset, the latest one that was told", () => {
    const gate = after(openGate, limited(500), limited(300));
    expect([leave(gate, 499), leave(gate, 500)]).toEqual(["shut", "go"]);
  });

  it("then gets one, and twice as many with each that comes back well, until there is no limit any more", () => {
    let gate = after(openGate, limited(500));
    expect([leave(gate, 600, 0), leave(gate, 600, 1)]).toEqual(["go", "full"]);
    gate = after(gate, good);
    expect([leave(gate, 600, 1), leave(gate, 600, 2)]).toEqual(["go", "full"]);
    for (let run = 0; run < 6; run += 1) gate = after(gate, good);
    expect(leave(gate, 600, 10_000)).toBe("go");
  });

  it("stays as it is for those that were under way when it was shut, and come back well", () => {
    const gate = after(openGate, limited(500), goodAt(100), goodAt(499));
    expect([leave(gate, 500, 0), leave(gate, 500, 1)]).toEqual(["go", "full"]);
  });

  it("stays used up when one that was under way meets a shorter limit: others are to take over, not to wait", () => {
    const usedUp: GateEvent = limited(9000, "quota");
    expect(after(openGate, usedUp, limited(500)).shut).toMatchObject({ why: "quota", until: 9000 });
    expect(after(openGate, limited(500), usedUp).shut).toMatchObject({ why: "quota", until: 9000 });
  });

  it("keeps its reset when one that was under way can't reach the provider", () => {
    const gate = after(openGate, limited(5000), faulty(100), faulty(100), faulty(100), faulty(100));
    expect([leave(gate, 4999), leave(gate, 5000)]).toEqual(["shut", "go"]);
  });

  it("is not opened by a person's word: the provider has the last one", () => {
    expect(leave(after(openGate, limited(500), asked), 400)).toBe("shut");
  });
});

describe("an account whose limit does not end when it is said to", () => {
  const overdue = (ms: number): GateEvent => ({
    kind: "limited",
    why: "limit",
    at: at(ms),
    limit: { resetAt: null, isOverdue: true, unknownMs: 1, chance: 0 },
    code: "E102",
    detail: "resets 9pm",
  });

  it("is asked less and less often, whichever sheet asks, and hundreds at once count once", () => {
    let gate = openGate;
    const waits = [];
    for (let ask = 0; ask < 8; ask += 1) {
      const now = gate.shut?.until ?? at(0);
      gate = after(gate, ...Array.from({ length: 100 }, () => overdue(now)));
      waits.push(((gate.shut?.until ?? 0) - now) / 60_000);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    const open = after(gate, goodAt(gate.shut?.until ?? 0));
    expect((after(open, overdue(9e9)).shut?.until ?? 0) - 9e9).toBe(60_000);
  });
});

describe("an account that is refused", () => {
  it("gets nothing more, whatever comes back from before", () => {
    expect(leave(after(openGate, stopped, good, limited(1), faulty(1)), 9e15)).toBe("shut");
  });

  it("gets one when a person says so, and the others follow it", () => {
    const gate = after(openGate, stopped, asked);
    expect([leave(gate, 0, 0), leave(gate, 0, 1), leave(after(gate, good), 0, 1)]).toEqual(["go", "full", "go"]);
    expect(leave(after(gate, stopped), 0)).toBe("shut");
  });
});

describe("failures that may be the provider's", () => {
  it("shut it when there are too many in a row, for longer each time", () => {
    expect(leave(after(openGate, faulty(0), faulty(0)), 0)).toBe("go");
    expect(leave(after(openGate, faulty(0), faulty(0), good, faulty(0), faulty(0)), 0)).toBe("go");
    const shut = after(openGate, faulty(0), faulty(0), faulty(0));
    expect([leave(shut, 999), leave(shut, 1000, 0), leave(shut, 1000, 1)]).toEqual(["shut", "go", "full"]);
    const again = after(shut, faulty(1000));
    expect([leave(again, 2999), leave(again, 3000)]).toEqual(["shut", "go"]);
  });

  it("count once when they were all under way: a hundred at once are no reason to wait for longer", () => {
    const gate = after(openGate, ...Array.from({ length: 100 }, (_, run) => faulty(run)));
    expect([leave(gate, 1001), leave(gate, 1002)]).toEqual(["shut", "go"]);
  });

  it("never shut it for longer than an hour at a time", () => {
    let gate = openGate;
    for (let run = 0; run < 200; run += 1) gate = after(gate, faulty(gate.shut?.until ?? 0));
    expect(leave(gate, (gate.shut?.until ?? 0) - 3_600_000, 0)).toBe("shut");
    expect(leave(gate, gate.shut?.until ?? 0)).toBe("go");
    const earlier = gate.shut?.until ?? 0;
    expect(after(gate, faulty(earlier)).shut?.until).toBe(earlier + 3_600_000);
  });
});

it("what changes nothing is the same gate, so that nothing is written", () => {
  expect(after(openGate, good)).toBe(openGate);
  expect(after(openGate, asked)).toBe(openGate);
  const shut = after(openGate, stopped);
  expect(after(shut, stopped)).toBe(shut);
  const parked = after(openGate, limited(500));
  expect(after(parked, limited(400), goodAt(100), faulty(100))).toBe(parked);
});
