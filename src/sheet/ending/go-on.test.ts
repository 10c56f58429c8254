import { describe, expect, it } from "vitest";
import { makeRetry } from "../../../test/kit/jobs.ts";
import type { CommitSha, ContextId, EpochMs } from "../../base/ids.ts";
import { decide } from "../decide/decide.ts";
import type { SheetPolicy } from "../decide/decision.ts";
import type { Ended, SheetEvent } from "../events/event.ts";
import { type SheetState, fresh } from "../state.ts";
import type { ValidationResult } from "../verdict.ts";

const policy = (more: Partial<SheetPolicy> = {}): SheetPolicy =>
  makeRetry({ goesOn: true, attempts: 2, agents: 2, once: [true, false], ...more });
const base = "b0" as CommitSha;
const at = 1_000 as EpochMs;

const started = (attempt: number): SheetEvent => ({
  kind: "started",
  at,
  attempt,
  context: `c${String(attempt)}` as ContextId,
  base,
});

const counts = { tool: "lint", fixed: {}, remaining: { b: 1 }, introduced: {} };

type Result = "passes" | "better" | "same" | "worse";
const results: Readonly<Record<Result, Partial<ValidationResult>>> = {
  passes: { passed: true },
  better: {
    passed: false,
    reason: "1 of 2 findings is still there",
    partly: "lands",
    findings: { ...counts, fixed: { a: 1 } },
  },
  same: { passed: false, reason: "2 of 2 findings are still there", partly: "lands", findings: counts },
  worse: { passed: false, reason: "1 new finding" },
};

const ended = (attempt: number, result: Result, more: Partial<Ended> = {}): Ended => ({
  kind: "ended",
  at,
  attempt,
  end: { kind: "exited", code: 0 },
  trouble: null,
  words: null,
  verdict: {
    kind: "judged",
    results: [{ index: 0, description: "lint", passed: false, reason: "", ...results[result] }],
  },
  capture: `r${String(attempt)}` as CommitSha,
  changed: true,
  chance: 0,
  spent: { contextMs: 0, agentMs: 0, captureMs: 0, checksMs: 0 },
  leftOut: { count: 0, first: [], isIncomplete: false },
  ...more,
});

function played(how: SheetPolicy, ...attempts: readonly Result[]): SheetState {
  let state: SheetState = fresh;
  for (const [index, result] of attempts.entries()) {
    for (const event of [started(index + 1), ended(index + 1, result)]) {
      const decision = decide(how, state, event);
      if (decision.kind === "ignored") throw new Error(decision.why);
      state = decision.state;
    }
  }
  return state;
}

describe("a sheet whose attempts go on from each other", () => {
  it("has its first agent asked once, and the next goes on from its work with a list of what is left", () => {
    expect(played(policy(), "better")).toMatchObject({
      kind: "waiting",
      why: "fallback",
      continueFrom: "r1",
      continueBase: base,
      context: { id: "c1", reuse: true },
      counts: { fallbacks: 1, failures: 0 },
      brief: expect.stringContaining("1 of 2 findings is still there") as string,
    });
  });

  it("begins at the base when nothing good was done", () => {
    for (const result of ["worse", "same"] as const) {
      expect(played(policy(), result)).toMatchObject({
        kind: "waiting",
        why: "fallback",
        continueFrom: null,
        continueBase: null,
      });
    }
  });

  it("goes back to the best there was when an attempt made it worse", () => {
    const state = played(policy(), "better", "worse");
    expect(state).toMatchObject({
      kind: "waiting",
      why: "retry",
      continueFrom: "r1",
      context: { reuse: false },
      session: null,
      counts: { failures: 1 },
    });
    expect(state.kind === "waiting" && state.brief).toContain("left behind");
  });

  it("lands the good result when no attempt gets further", () => {
    expect(played(policy(), "better", "better", "worse")).toMatchObject({
      kind: "captured",
      attempt: 2,
      capture: "r2",
      context: "c2",
      isApproved: true,
    });
    expect(played(policy({ needsApproval: true }), "worse", "better", "worse")).toMatchObject({
      kind: "captured",
      capture: "r2",
      isApproved: false,
    });
  });

  it("lands what passes, and fails when nothing was good", () => {
    expect(played(policy(), "better", "passes")).toMatchObject({ kind: "captured", capture: "r2" });
    expect(played(policy(), "worse", "worse", "worse")).toMatchObject({
      kind: "failed",
      reason: { kind: "validations" },
    });
  });

  it("lands what was good also when the next agent can't be used at all", () => {
    const waiting = decide(policy(), played(policy(), "better"), started(2));
    const trouble = { code: "E301" as const, detail: "no such agent", resetAt: null };
    const next = decide(
      policy(),
      waiting.state,
      ended(2, "worse", { end: { kind: "not-started", detail: "gone" }, trouble, capture: null, changed: false }),
    );
    expect(next.state).toMatchObject({ kind: "captured", attempt: 1, capture: "r1" });
  });

  it("keeps the best through an interruption", () => {
    const running = decide(policy(), played(policy(), "better"), started(2)).state;
    const cut = decide(policy(), running, { kind: "interrupted", at, attempt: 2, asked: false, capture: null });
    expect(cut.state).toMatchObject({ kind: "waiting", best: { capture: "r1", attempt: 1 } });
  });

  it("of which a part may not land fails with its work kept", () => {
    let state: SheetState = fresh;
    const only = policy({ agents: 1, once: [false], attempts: 1 });
    const results = [
      {
        index: 0,
        description: "lint",
        passed: false,
        reason: "left",
        partly: "continues" as const,
        findings: { ...counts, fixed: { a: 1 } },
      },
    ];
    for (const event of [started(1), ended(1, "better", { verdict: { kind: "judged", results } })])
      state = decide(only, state, event).state;
    expect(state).toMatchObject({ kind: "failed", kept: "r1" });
  });
});

describe("a result that could not land, of a sheet whose first agent is asked only once", () => {
  const captured = played(policy({ conflicts: 1 }), "better", "passes");
  const after = (event: SheetEvent, state = captured): SheetState =>
    decide(policy({ conflicts: 1 }), state, event).state;
  const conflicted: SheetEvent = { kind: "conflicted", at, paths: ["a"], onto: base };
  const rejected: SheetEvent = { kind: "rejected", at, verdict: { kind: "unvalidated" }, onto: base, chance: 0 };

  it.each([conflicted, rejected])("begins again with that agent ($kind)", (event) => {
    expect(after(event)).toMatchObject({
      kind: "waiting",
      continueFrom: null,
      counts: { fallbacks: 0, failures: 0, conflicts: 1 },
    });
    expect(after(event)).not.toHaveProperty("best");
  });

  it.each([conflicted, rejected])("does so only as often as conflicts may ($kind)", (event) => {
    if (captured.kind !== "captured") throw new Error("it is not captured");
    expect(after(event, { ...captured, counts: { ...captured.counts, conflicts: 1 } })).toMatchObject({
      kind: "failed",
      kept: "r2",
    });
  });
});
