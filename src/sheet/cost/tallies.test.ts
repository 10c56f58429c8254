import { describe, expect, it } from "vitest";
import type { FindingCounts } from "../../findings/counts.ts";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import { talliesOf } from "./tallies.ts";
import type { Verdict } from "../verdict.ts";

const autofix: AgentPlan = { kind: "command", argv: ["fix"], prompt: "file", env: {}, once: true };
const model: AgentPlan = { kind: "scripted" };
const counts = (
  fixed: FindingCounts["fixed"],
  remaining: FindingCounts["remaining"],
  introduced: FindingCounts["introduced"] = {},
): FindingCounts => ({
  tool: "lint",
  fixed,
  remaining,
  introduced,
});
const judged = (findings: FindingCounts, more: { passed?: boolean; partly?: "lands" } = {}): Verdict => ({
  kind: "judged",
  results: [{ index: 0, description: "lint", passed: false, reason: "", findings, ...more }],
});
const tried = { agent: model, effort: 0, efforts: ["minimal", "detailed"] as const, before: null };

describe("the credit of an attempt", () => {
  it("is for findings that were there and that it fixed", () => {
    expect(
      talliesOf({ ...tried, agent: autofix, verdict: judged(counts({ a: 2 }, { a: 1, b: 1 }), { partly: "lands" }) }),
    ).toEqual([
      { tool: "lint", code: "a", strategy: "autofix", agent: "fix", tried: 3, fixed: 2, introduced: 0 },
      { tool: "lint", code: "b", strategy: "autofix", agent: "fix", tried: 1, fixed: 0, introduced: 0 },
    ]);
  });

  it("is not what it went on from", () => {
    const before = judged(counts({ a: 2 }, { a: 1, b: 1 }), { partly: "lands" });
    expect(talliesOf({ ...tried, before, verdict: judged(counts({ a: 3 }, { b: 1 }), { partly: "lands" }) })).toEqual([
      { tool: "lint", code: "a", strategy: "minimal", agent: "scripted", tried: 1, fixed: 1, introduced: 0 },
      { tool: "lint", code: "b", strategy: "minimal", agent: "scripted", tried: 1, fixed: 0, introduced: 0 },
    ]);
  });

  it("is neither what came in before it, in a folder where nothing is put back", () => {
    const before = judged(counts({ a: 1 }, { b: 1 }, { c: 1, d: 1 }));
    expect(talliesOf({ ...tried, before, verdict: judged(counts({ a: 1, b: 1 }, {}, { c: 3, d: 1 })) })).toEqual([
      { tool: "lint", code: "b", strategy: "minimal", agent: "scripted", tried: 1, fixed: 0, introduced: 0 },
      { tool: "lint", code: "c", strategy: "minimal", agent: "scripted", tried: 0, fixed: 0, introduced: 2 },
    ]);
  });

  it("is nothing when it broke something else", () => {
    expect(talliesOf({ ...tried, verdict: judged(counts({ a: 2 }, {}, { c: 1 })) })).toEqual([
      { tool: "lint", code: "a", strategy: "minimal", agent: "scripted", tried: 2, fixed: 0, introduced: 0 },
      { tool: "lint", code: "c", strategy: "minimal", agent: "scripted", tried: 0, fixed: 0, introduced: 1 },
    ]);
  });

  it.each([
    [0, ["minimal", "detailed"], "minimal"],
    [1, ["minimal", "detailed"], "detailed"],
    [5, ["minimal", "detailed"], "detailed"],
    [1, [], "normal"],
  ] as const)("counts for how much its prompt said: effort %i of %j is %s", (effort, efforts, strategy) => {
    expect(
      talliesOf({ ...tried, effort, efforts, verdict: judged(counts({ a: 1 }, {}), { passed: true }) }),
    ).toMatchObject([{ strategy, fixed: 1 }]);
  });

  it("is nothing where no findings were asked for", () => {
    expect(talliesOf({ ...tried, verdict: { kind: "unvalidated" } })).toEqual([]);
  });
});
