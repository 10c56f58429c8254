import { describe, expect, it } from "vitest";
import {
  at,
  capture,
  ended,
  exit0,
  judged,
  policy,
  running,
  unvalidated,
} from "../../../../test/kit/ended-attempts.ts";
import type { CommitSha, ContextId } from "../../../base/ids.ts";
import { decide } from "../../decide/decide.ts";
import type { SheetPolicy } from "../../decide/decision.ts";
import type { SheetEvent } from "../../events/event.ts";
import type { SheetState } from "../../state.ts";

const base = "b".repeat(40) as CommitSha;
const result = ended(exit0, judged("p"));
const pull = { number: 7, url: "https://example.org/7", branch: "tutti/7" };
const landing: SheetEvent = {
  kind: "landing",
  at,
  commit: base,
  parent: base,
  target: "refs/heads/main",
  level: "unvalidated",
};
const conflicted: SheetEvent = { kind: "conflicted", at, paths: ["a.txt"], onto: base };
const rejected: SheetEvent = { kind: "rejected", at, verdict: judged("f"), onto: base, chance: 0 };
const proposed: SheetEvent = { kind: "proposed", at, pull, commit: base };
const returned = (why: "checks" | "review" | "conflict"): SheetEvent => ({
  kind: "returned",
  at,
  why,
  text: "no",
  cursor: null,
});
const told: SheetEvent = { kind: "told", at, text: "another way, please" };
const cancelled: SheetEvent = { kind: "cancelled", at, capture: null };
const retried: SheetEvent = { kind: "retried", at };
const crashed = (attempt: number): SheetEvent => ({ kind: "interrupted", at, attempt, asked: false, capture: null });
const started = (attempt: number): SheetEvent => ({
  kind: "started",
  at,
  attempt,
  context: `c${String(attempt)}` as ContextId,
  base,
});
const idle = (attempt: number): SheetEvent =>
  ended(exit0, unvalidated, { attempt, changed: false, capture: `i${String(attempt)}` as CommitSha });

function after(state: SheetState, events: readonly SheetEvent[], rules: SheetPolicy = policy): SheetState {
  return events.reduce((now, event) => decide(rules, now, event).state, state);
}

const ways: readonly (readonly [string, readonly SheetEvent[]])[] = [
  ["a conflict", [conflicted]],
  ["a gate that failed", [rejected]],
  ["a landing that was withdrawn, and a conflict", [landing, { kind: "withdrawn", at, why: "raced" }, conflicted]],
  [
    "a person who took it out of the queue and wants it otherwise",
    [{ kind: "held", at, why: { kind: "ejected", by: "me" } }, told],
  ],
  ["a person who approved it, and a gate that failed then", [{ kind: "approved", at }, rejected]],
  ["a person who wants it otherwise", [told]],
  ["a pull request whose checks failed", [proposed, returned("checks")]],
  ["a reviewer who wants changes", [proposed, returned("review")]],
  ["a pull request that conflicts", [proposed, returned("conflict")]],
  ["a pull request that was closed, and a person who has it tried again", [proposed, { kind: "closed", at }, retried]],
  ["a job that was cancelled and is tried again", [cancelled, retried]],
  ["a crash in the attempt after a conflict", [conflicted, started(2), crashed(2)]],
  [
    "a limit in the attempt after a conflict",
    [
      conflicted,
      started(2),
      ended(exit0, unvalidated, { attempt: 2, changed: false, trouble: { code: "E101", detail: "", resetAt: null } }),
    ],
  ],
];

describe("an attempt that changes nothing, while an earlier result has not landed", () => {
  it.each(ways)("has not succeeded, and the result stays named: after %s", (_, events) => {
    const waiting = after(running(), [result, ...events]);
    const next = waiting.kind === "waiting" ? waiting.counts.attempts + 1 : 0;
    const again = after(waiting, [started(next), idle(next)]);
    expect(again).toMatchObject({
      kind: "waiting",
      unlanded: capture,
      brief: expect.stringContaining(capture) as string,
    });
    const last = after(waiting, [started(next), idle(next)], { ...policy, attempts: 1 });
    expect(last).toMatchObject({ kind: "failed", reason: { kind: "unlanded", result: capture }, kept: capture });
    expect(after(last, [retried])).toMatchObject({ kind: "waiting", unlanded: capture });
  });

  it("is not passed over either, though the conditions of its sheet say so by then", () => {
    const back = after(running(), [result, conflicted]);
    const skipped: SheetEvent = { kind: "skipped", at, why: "no need" };
    expect(decide(policy, back, skipped)).toMatchObject({ kind: "ignored" });
    expect(after(back, [started(2), skipped])).toMatchObject({
      kind: "failed",
      reason: { kind: "unlanded" },
      kept: capture,
    });
  });

  it("is what was wanted where a person dropped the result, and where the target has it already", () => {
    const dropped = after(running(), [result, { ...cancelled, isDropped: true }, retried]);
    expect(after(dropped, [started(2), idle(2)])).toMatchObject({ kind: "done" });
    expect(after(running(), [result, { kind: "absorbed", at, onto: base }])).toMatchObject({ kind: "done" });
  });

  it("has succeeded where tools no longer report the findings that it was to take away", () => {
    const verdict = judged("p");
    const gone = {
      ...verdict,
      results:
        verdict.kind === "judged"
          ? verdict.results.map((one) => ({
              ...one,
              findings: { tool: "lint", fixed: {}, remaining: {}, introduced: {} },
            }))
          : [],
    };
    const idleFix = ended(exit0, gone, { attempt: 2, changed: false });
    expect(after(running(), [result, conflicted, started(2), idleFix], { ...policy, goesOn: true })).toMatchObject({
      kind: "done",
    });
  });
});

it("a result that lands after all owes nothing", () => {
  const landed = after(running(), [
    result,
    conflicted,
    started(2),
    ended(exit0, judged("p"), { attempt: 2 }),
    landing,
    { kind: "landed", at, commit: base },
  ]);
  expect(landed).toMatchObject({ kind: "landed" });
  expect(landed).not.toHaveProperty("unlanded");
});
