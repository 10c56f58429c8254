import { describe, expect, it, test } from "vitest";
import { healthOf, scoreOf, type Sign, stateOf } from "./health.ts";

const unknown = { success: null, errors: null, agentMs: null, approvals: null, quality: null };

test("the score is the weighted mean of what is known; what is missing takes its weight with it", () => {
  const vitals = { success: 0.95, errors: 0.05, agentMs: 120_000, approvals: 0.9, quality: 0.85 };
  expect(scoreOf(vitals)).toBe(92.03);
  expect(scoreOf({ ...unknown, success: 1 })).toBe(100);
  expect(scoreOf({ ...unknown, success: 1, errors: 1 })).toBe(54.55);
  expect(scoreOf({ ...unknown, agentMs: 10_000 })).toBe(100);
  expect(scoreOf({ ...unknown, agentMs: 6_000_000 })).toBe(0);
  expect(scoreOf(unknown)).toBeNull();
  expect([100, 80, 79.9, 60, 59.9, null].map(stateOf)).toEqual([
    "healthy",
    "healthy",
    "degraded",
    "degraded",
    "critical",
    "unknown",
  ]);
});

describe("an alert", () => {
  const sign = (fate: Sign["fate"], more: Partial<Sign> = {}): Sign => ({
    fate,
    agentMs: 60_000,
    isApproved: null,
    quality: null,
    ...more,
  });
  const times = (count: number, one: Sign): readonly Sign[] => Array.from({ length: count }, () => one);

  it("needs a limit that is passed in two windows of five attempts in a row", () => {
    const bad = [sign("failed"), ...times(4, sign("landed"))];
    const good = times(5, sign("landed"));
    expect(healthOf([...bad, ...good]).alerts).toEqual([]);
    expect(healthOf([...good, ...bad]).alerts).toEqual([]);
    expect(healthOf(bad).alerts).toEqual([]);
    expect(healthOf([...good, ...bad, ...bad]).alerts).toEqual([
      "fewer than 85 % of attempts land",
      "more than 15 % of attempts fail",
    ]);
  });

  it("is about reviews, quality and time too; attempts that say nothing of the work do not count", () => {
    const poor = times(10, sign("landed", { agentMs: 400_000, isApproved: false, quality: 0.5 }));
    expect(healthOf([...poor, sign("interrupted", { agentMs: null })])).toMatchObject({
      vitals: { success: 1, approvals: 0, quality: 0.5 },
      alerts: [
        "agents take more than 5 minutes on average",
        "fewer than 70 % of results are approved the first time",
        "the quality is below 70",
      ],
    });
    expect(healthOf([sign("running", { agentMs: null })])).toMatchObject({ score: null, state: "unknown" });
  });
});
