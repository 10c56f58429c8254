import { describe, expect, it } from "vitest";
import type { Ended } from "./ground.ts";
import { faultsOf } from "./trial.ts";

const fine: Ended = { code: 1, said: "score.yaml:1:1 sheets: is missing [V011]\n", cpuMs: 200, megabytes: 80 };
const faults = (end: Partial<Ended>, must: "be refused" | "be read or refused" = "be refused") =>
  faultsOf({ ...fine, ...end }, { must, isRefused: true, command: "validate" });

describe("the judge of a bad score's end", () => {
  it("has nothing to say of a coded refusal that was quick", () => {
    expect(faults({})).toEqual([]);
    expect(faults({ code: 2, said: "error score.unreadable: it is not a file" })).toEqual([]);
  });

  it.each<[Partial<Ended>, RegExp]>([
    [{ code: null }, /did not end/],
    [{ code: 70 }, /ended with 70/],
    [{ code: 139 }, /ended with 139/],
    [{ code: 0 }, /not refused/],
    [{ said: "something is wrong" }, /no code/],
    [{ said: "[V011]\n    at Object.<anonymous> (/x/y.js:3:5)\n" }, /a stack/],
    [{ said: "[V011] \u001b[2J" }, /control characters/],
    [{ said: `[V011]${"x".repeat(200_000)}` }, /said 200006 characters/],
    [{ cpuMs: 1_001 }, /1001 ms of the processor/],
    [{ megabytes: 401 }, /401 MB/],
  ])("finds fault with %j", (end, fault) => {
    expect(faults(end).join("\n")).toMatch(fault);
  });

  it("lets a score pass that may be right, but not when another command refuses it", () => {
    expect(faultsOf({ ...fine, code: 0 }, { must: "be read or refused", isRefused: false, command: "run" })).toEqual(
      [],
    );
    expect(faults({ code: 0 }, "be read or refused")).toEqual(["one command refuses what another takes"]);
  });
});
