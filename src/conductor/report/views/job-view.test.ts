import { noCounts } from "../../../sheet/counts.ts";
import { describe, expect, it } from "vitest";
import { makeJob, makePlan, makeSheet } from "../../../../test/kit/jobs.ts";
import { attemptsOf, running, statesOf } from "../../../../test/kit/sheet-states.ts";
import type { EpochMs } from "../../../base/ids.ts";
import type { AgentPlan } from "../../../score/plan/agents/agent-plan.ts";
import type { Job } from "../../../sheet/job.ts";
import { type SheetState, fresh } from "../../../sheet/state.ts";
import { nothingSpentYet } from "../../../sheet/cost/usage.ts";
import { endingOf } from "../../../api/contract/ending.ts";
import type { JobView } from "../../../api/contract/job.ts";
import { endedSummary, jobView, summaryAtEnd } from "./job-view.ts";

const profile = (name: string, model: string | null = null): AgentPlan => ({
  kind: "profile",
  name,
  model,
  args: [],
  env: {},
  account: null,
});
const plan = makePlan(
  [makeSheet("a", { agent: profile("claude", "opus"), fallbacks: [profile("codex")] }), makeSheet("b")],
  {
    cost: { perSheetUsd: null, perJobUsd: 5, warnAt: 0.8 },
  },
);

function viewOf(states: Readonly<Record<string, SheetState>>, more: Partial<Job> = {}): JobView {
  return jobView(makeJob("job", [], { plan, ...more }), {
    states: statesOf(states),
    blocked: new Map(),
    isPlayed: true,
  });
}

const counted = (more: Partial<typeof noCounts>) => ({ ...noCounts, ...more });

describe("a sheet as people and programs see it", () => {
  it("is with the agent it has come to, and is starting until that gave a sign of life", () => {
    const state = {
      ...running(2),
      isAlive: false,
      counts: counted({ fallbacks: 1 }),
      session: { id: "s1", agent: 1 },
    } as SheetState;
    expect(viewOf({ a: state }).sheets[0]).toMatchObject({
      state: "running",
      agent: "codex",
      model: null,
      session: "s1",
      isAlive: false,
    });
    expect(viewOf({ a: { ...state, isAlive: true } as SheetState }).sheets[0]).toMatchObject({ isAlive: true });
    expect(viewOf({}).sheets[0]).toMatchObject({ agent: "claude", model: "opus", isAlive: false });
  });

  it("counts as alive with an agent that has no way to give a sign", () => {
    expect(viewOf({ b: { ...running(1), isAlive: false } as SheetState }).sheets[1]).toMatchObject({
      agent: "scripted",
      isAlive: true,
    });
  });

  it("says until when it is parked, whether its result may land, and the code it failed with", () => {
    const parked: SheetState = { ...fresh, why: "rate-limit", notBefore: 9 as EpochMs };
    expect(viewOf({ a: parked }).sheets[0]).toMatchObject({ why: "rate-limit", notBefore: 9 });
    const captured = { ...attemptsOf("captured", 1), isApproved: false } as SheetState;
    expect(viewOf({ a: captured }).sheets[0]).toMatchObject({ isApproved: false });
    const failed = { ...attemptsOf("failed", 1), reason: { kind: "waits", detail: "so", code: "E104" } } as SheetState;
    expect(viewOf({ a: failed }).sheets[0]?.code).toBe("E104");
  });
});

it("a job's cost is that of its sheets, with unknown costs counted apart", () => {
  const spent = { ...nothingSpentYet, usd: 1, inputTokens: 10 };
  const view = viewOf({
    a: { ...fresh, counts: counted({ spent }) },
    b: { ...fresh, counts: counted({ spent: { ...nothingSpentYet, unknown: 2 } }) },
  });
  expect(view.sheets[0]?.cost).toEqual(spent);
  expect(view.cost).toEqual({ ...spent, unknown: 2, limitUsd: 5 });
  expect(viewOf({}).cost.usd).toBeNull();
});

it("a result that is held says why", () => {
  const held = { kind: "protected", paths: ["ci.yaml"] } as const;
  const state = { ...attemptsOf("captured", 1), isApproved: false, held } as SheetState;
  expect(viewOf({ a: state }).sheets[0]).toMatchObject({
    isApproved: false,
    why: "it changes protected paths: ci.yaml",
  });
});

it("a job that waits for an agent, for money or for a word says so when it rests", () => {
  const two = {
    a: { ...attemptsOf("captured", 1), isApproved: false } as SheetState,
    b: { ...attemptsOf("captured", 1), isApproved: false } as SheetState,
  };
  const rest = (cause: (Job["status"] & { kind: "paused" })["cause"]) =>
    endingOf(viewOf(two, { status: { kind: "paused", why: "so it is", cause } }));
  expect(rest({ kind: "agent", agent: "claude (opus)", code: "E502", hint: "Log in." })).toEqual({
    kind: "agent",
    agent: "claude (opus)",
    code: "E502",
    message: "so it is",
    hint: "Log in.",
  });
  expect(rest({ kind: "cost", spentUsd: 5.1, limitUsd: 5 })).toEqual({ kind: "cost", spentUsd: 5.1, limitUsd: 5 });
  // By what waits now: a person may have had a word about some of them since.
  expect(rest({ kind: "approval", sheets: 3 })).toEqual({ kind: "approval", sheets: 2 });
});

it("only a job that is over has a summary that lasts, and one of another version is not believed", () => {
  const states = statesOf({ a: attemptsOf("failed", 1) });
  const job = makeJob("job", [], { plan });
  expect(summaryAtEnd(job, states)).toBeUndefined();
  const ending = summaryAtEnd({ ...job, status: { kind: "finished", failed: 2 } }, states) ?? null;
  expect(endedSummary(ending)).toMatchObject({ status: "finished", counts: { sheets: 2, failed: 1 } });
  expect(endedSummary({ ...ending, version: 0 })).toBeUndefined();
  expect(endedSummary(null)).toBeUndefined();
});
