import { describe, expect, it } from "vitest";
import { estimateFor, estimateOfAll } from "./estimate.ts";

const past = (work: string, fate: "landed" | "failed" | "conflicted", usd: number | null) => ({
  work,
  agent: "claude",
  fate,
  usd,
  agentMs: 60_000,
});

describe("an estimate", () => {
  const three = [past("testing", "landed", 1), past("testing", "landed", 1), past("testing", "landed", 2)];

  it("is what a landed result cost, with the attempts that failed and without those that say nothing", () => {
    const outcomes = [...three, past("testing", "failed", 2), past("testing", "conflicted", 99)];
    expect(estimateFor(outcomes, { work: "testing", agent: "claude" })).toEqual({ usd: 2, ms: 80_000 });
  });

  it("is of all work of the agent where there is too little of a kind, and unknown where that is too little too", () => {
    expect(estimateFor(three, { work: "general", agent: "claude" })).toEqual({ usd: 4 / 3, ms: 60_000 });
    expect(estimateFor(three.slice(1), { work: "testing", agent: "claude" })).toEqual({ usd: null, ms: null });
    expect(estimateFor(three, { work: "testing", agent: "codex" })).toEqual({ usd: null, ms: null });
  });

  it("is unknown where the cost of an attempt is: the sum would be too small", () => {
    const outcomes = [...three, past("testing", "failed", null)];
    expect(estimateFor(outcomes, { work: "testing", agent: "claude" })).toEqual({ usd: null, ms: 80_000 });
  });
});

it("a plan costs what its sheets cost together, and takes as long as its longest chain", () => {
  const sheet = (id: string, after: readonly string[], [usd, ms]: readonly [number | null, number | null]) => ({
    id,
    after,
    estimate: { usd, ms },
  });
  const sheets = [sheet("a", [], [1, 10]), sheet("b", ["a"], [2, 20]), sheet("c", [], [3, 25])];
  expect(estimateOfAll(sheets)).toEqual({ usd: 6, ms: 30 });
  expect(estimateOfAll([...sheets, sheet("d", ["c"], [null, null])])).toEqual({ usd: null, ms: null });
});
