import { expect, it } from "vitest";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../base/ids.ts";
import { isGood, isTerminal, jobOutcome } from "./outcome.ts";
import { fresh, noCounts } from "./state.ts";
import type { SheetState } from "./state.ts";

const sha = "a".repeat(40) as CommitSha;
const done: SheetState = { kind: "done", attempt: 1, counts: noCounts };
const landed: SheetState = { kind: "landed", attempt: 1, commit: sha, level: "unvalidated", counts: noCounts };
const skipped: SheetState = { kind: "skipped", why: "" };
const failed: SheetState = { kind: "failed", attempt: 1, reason: { kind: "interruptions" }, kept: null, counts: noCounts };
const cancelled: SheetState = { kind: "cancelled", attempt: 1, kept: null, counts: noCounts };
const running: SheetState = {
  kind: "running",
  attempt: 1,
  context: "x" as ContextId,
  base: sha,
  startedAt: 0 as EpochMs,
  counts: noCounts,
  continueFrom: null,
  brief: null,
};

function outcome(states: readonly SheetState[], blocked: readonly number[] = []): string {
  const id = (index: number): SheetId => `s${index}` as SheetId;
  return jobOutcome(new Map(states.map((state, index) => [id(index), state])), new Set(blocked.map(id)));
}

it("landed, done and skipped are good; failed and cancelled are only over", () => {
  expect([landed, done, skipped, failed, cancelled, fresh, running].map(isGood)).toEqual([true, true, true, false, false, false, false]);
  expect([landed, done, skipped, failed, cancelled, fresh, running].map(isTerminal)).toEqual([true, true, true, true, true, false, false]);
});

it.each<[string, readonly SheetState[], readonly number[]]>([
  ["all-good", [landed, done, skipped], []],
  ["all-good", [], []],
  ["some-failed", [landed, failed], []],
  ["some-failed", [landed, cancelled], []],
  ["some-failed", [failed, fresh], [1]],
  ["parked", [failed, fresh, fresh], [1]],
  ["parked", [landed, fresh], []],
  ["running", [failed, running, fresh], [2]],
])("a job is %s (case %#)", (expected, states, blocked) => {
  expect(outcome(states, blocked)).toBe(expected);
});
