import { describe, expect, it } from "vitest";
import type { CommitSha, ContextId, SheetId } from "../../base/ids.ts";
import { noCounts } from "../counts.ts";
import { type SheetState, fresh } from "../state.ts";
import type { Review, Verdict } from "../verdict.ts";
import { type ContestStep, contestStep } from "./contest.ts";

const over = { attempt: 1, context: "x" as ContextId, session: null, counts: noCounts };
const commit = "c".repeat(40) as CommitSha;

function captured(verdict: Verdict = { kind: "unvalidated" }, more: object = {}): SheetState {
  return {
    ...over,
    kind: "captured",
    context: over.context,
    base: commit,
    capture: commit,
    verdict,
    isApproved: false,
    ...more,
  };
}

function reviewed(score: number | null, failing = 0): Verdict {
  const review: Review = { verdict: "approved", score, scores: {}, blockers: 0, comments: 0, reviewer: "r", rounds: 1 };
  const results = Array.from({ length: 3 }, (_, index) => ({
    index,
    description: "",
    passed: index >= failing,
    reason: "",
    ...(index < failing ? { partly: "lands" as const } : {}),
  }));
  return { kind: "judged", results: [...results, { index: 3, description: "", passed: true, reason: "", review }] };
}

const failed: SheetState = { ...over, kind: "failed", reason: { kind: "interruptions" }, kept: commit };
const landed: SheetState = { ...over, kind: "landed", commit, level: "unvalidated" };
const done: SheetState = { ...over, kind: "done", inPlace: false };

function step(...states: readonly SheetState[]): ContestStep {
  return contestStep(states.map((state, place) => ({ sheet: `s${place + 1}` as SheetId, state })));
}

describe("of sheets that compete", () => {
  it.each<readonly [string, readonly SheetState[]]>([
    ["none is chosen while one has not ended", [captured(), fresh]],
    ["none is chosen while one lands", [captured(undefined, { isApproved: true }), captured()]],
    ["none is chosen while the chosen one waits for a person", [captured(undefined, { isChosen: true }), captured()]],
    ["none is chosen when all failed", [failed, failed]],
    ["nothing is left to do when the others are done", [landed, done]],
  ])("%s", (_, states) => {
    expect(step(...states)).toEqual({ kind: "wait" });
  });

  it("the only result is chosen", () => {
    expect(step(failed, captured())).toEqual({ kind: "choose", winner: "s2", why: "the only result of 2 agents" });
  });

  it("validations go before reviews, and reviews before a judge", () => {
    expect(step(captured(reviewed(99, 1)), captured(reviewed(80)))).toMatchObject({ kind: "choose", winner: "s2" });
    expect(step(captured(reviewed(80)), captured(reviewed(91.5)), captured(reviewed(null)))).toEqual({
      kind: "choose",
      winner: "s2",
      why: "its reviewer gives 91.5 of 100, the next one has 80",
    });
    expect(step(captured(reviewed(90)), captured(reviewed(80)), captured(reviewed(90)))).toEqual({
      kind: "judge",
      among: ["s1", "s3"],
    });
    expect(step(captured(), captured())).toEqual({ kind: "judge", among: ["s1", "s2"] });
  });

  it("when one has landed the others are outdone, in any state", () => {
    expect(step(captured(), landed, failed, done)).toEqual({ kind: "settle", winner: "s2", outdone: ["s1", "s3"] });
  });

  it("one that had nothing to change outdoes those that failed", () => {
    expect(step(failed, done)).toEqual({ kind: "settle", winner: "s2", outdone: ["s1"] });
  });

  it("when the chosen one can't land after all, another is chosen", () => {
    expect(step(failed, captured(reviewed(70)), captured(reviewed(60)))).toMatchObject({ winner: "s2" });
  });
});
