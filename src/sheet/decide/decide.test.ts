import { noCounts, type Counts } from "../counts.ts";
import { describe, expect, it } from "vitest";
import type { CommitSha, ContextId, EpochMs } from "../../base/ids.ts";
import { makeRetry } from "../../../test/kit/jobs.ts";
import { decide } from "./decide.ts";
import type { SheetPolicy } from "./decision.ts";
import { releaseOf } from "./release.ts";
import type { SheetEvent } from "../events/event.ts";
import { fresh, type Captured, type Landing, type Running, type SheetState, type Waiting } from "../state.ts";
import type { Verdict } from "../verdict.ts";

const policy: SheetPolicy = makeRetry({ baseDelayMs: 1_000, maxDelayMs: 8_000, completions: 2, conflicts: 2 });
const at = 1_000_000 as EpochMs;
const sha = (letter: string): CommitSha => letter.repeat(40) as CommitSha;
const context = "ctx" as ContextId;
const verdict: Verdict = {
  kind: "judged",
  results: [{ index: 0, description: "builds", passed: false, reason: "no" }],
};

const counted = (counts: Partial<Counts>): Counts => ({ ...noCounts, attempts: 4, ...counts });
const running = (counts: Partial<Counts> = {}): Running => ({
  kind: "running",
  session: null,
  attempt: 4,
  context,
  base: sha("b"),
  lands: true,
  startedAt: at,
  counts: counted(counts),
  continueFrom: sha("e"),
  brief: "earlier",
  isAlive: true,
});
const captured = (counts: Partial<Counts> = {}): Captured => ({
  kind: "captured",
  session: null,
  isApproved: true,
  attempt: 4,
  context,
  base: sha("b"),
  capture: sha("c"),
  verdict,
  counts: counted(counts),
});
const landing: Landing = {
  ...captured(),
  kind: "landing",
  commit: sha("d"),
  parent: sha("a"),
  target: "refs/heads/main",
  level: "unvalidated",
};
const failed: SheetState = {
  kind: "failed",
  session: null,
  attempt: 4,
  context,
  reason: { kind: "conflict", paths: ["a"] },
  kept: sha("c"),
  counts: counted({ failures: 3, interruptions: 26 }),
};

const started = (attempt: number): SheetEvent => ({ kind: "started", at, attempt, context, base: sha("b") });
const intent: SheetEvent = {
  kind: "landing",
  at,
  commit: sha("d"),
  parent: sha("a"),
  target: "refs/heads/main",
  level: "unvalidated",
};
const conflicted: SheetEvent = { kind: "conflicted", at, paths: ["src/a.ts", "b"], onto: sha("f") };
const rejected: SheetEvent = { kind: "rejected", at, verdict, onto: sha("f"), chance: 0 };
const cancel: SheetEvent = { kind: "cancelled", at, capture: null };

const next = (state: SheetState, event: SheetEvent): SheetState => decide(policy, state, event).state;
const isIgnored = (state: SheetState, event: SheetEvent): boolean => {
  const decision = decide(policy, state, event);
  return decision.kind === "ignored" && decision.state === state;
};

describe("a waiting sheet", () => {
  const waiting: Waiting = {
    ...fresh,
    continueFrom: sha("e"),
    continueBase: sha("b"),
    brief: "earlier",
    counts: counted({}),
  };

  it("starts its next attempt, which is counted before anything comes of it", () => {
    expect(next(waiting, started(5))).toEqual({
      ...running(),
      attempt: 5,
      isAlive: false,
      counts: counted({ attempts: 5 }),
    });
  });

  it("does not start an attempt twice or out of turn", () => {
    expect(isIgnored(waiting, started(4))).toBe(true);
    expect(isIgnored(waiting, started(6))).toBe(true);
  });

  it("can be skipped, and cancelled with the work it would have gone on from", () => {
    expect(next(waiting, { kind: "skipped", at, why: "not needed" })).toEqual({
      kind: "skipped",
      why: "not needed",
      context: null,
    });
    expect(next(waiting, cancel)).toMatchObject({
      kind: "cancelled",
      session: null,
      attempt: 4,
      context: null,
      kept: sha("e"),
    });
    expect(next({ ...waiting, context: { id: context, reuse: true } }, cancel)).toMatchObject({
      kind: "cancelled",
      context,
    });
  });
});

it("a running sheet that turns out to have nothing to do is skipped, and its context goes", () => {
  const decision = decide(policy, running(), { kind: "skipped", at, why: "there already" });
  expect(decision).toEqual({ kind: "changed", state: { kind: "skipped", why: "there already", context } });
  expect(releaseOf(decision.state)).toEqual({ context, after: "success" });
});

it("a sheet whose work is captured can't be skipped any more", () => {
  for (const state of [captured(), landing, failed])
    expect(isIgnored(state, { kind: "skipped", at, why: "" })).toBe(true);
});

describe("landing", () => {
  it("goes through its intent to the target", () => {
    expect(next(captured(), intent)).toEqual(landing);
    expect(next(landing, { kind: "landed", at, commit: sha("d") })).toEqual({
      kind: "landed",
      session: null,
      attempt: 4,
      context,
      commit: sha("d"),
      level: "unvalidated",
      counts: counted({}),
    });
  });

  it("without the intent in the journal does not count", () => {
    expect(isIgnored(captured(), { kind: "landed", at, commit: sha("d") })).toBe(true);
  });

  it("of another commit than was meant does not count", () => {
    expect(isIgnored(landing, { kind: "landed", at, commit: sha("a") })).toBe(true);
  });

  it("that did not come true is tried again", () => {
    expect(next(landing, { kind: "withdrawn", at, why: "the target moved" })).toEqual(captured());
  });

  it("under way can't be cancelled, only settled", () => {
    expect(isIgnored(landing, cancel)).toBe(true);
    expect(isIgnored(landing, conflicted)).toBe(true);
    expect(isIgnored(landing, rejected)).toBe(true);
  });

  it("of what the target has already is done without a commit", () => {
    expect(next(captured(), { kind: "absorbed", at, onto: sha("f") })).toEqual({
      kind: "done",
      session: null,
      attempt: 4,
      context,
      inPlace: false,
      counts: counted({}),
    });
    expect(isIgnored(landing, { kind: "absorbed", at, onto: sha("f") })).toBe(true);
  });

  it("that was not begun can be cancelled, and the work is kept", () => {
    expect(next(captured(), cancel)).toMatchObject({ kind: "cancelled", kept: sha("c") });
  });
});

describe("a conflict", () => {
  it("sends the sheet back to its agent from a fresh base, and says where it lies", () => {
    const state = next(captured({ conflicts: 1 }), conflicted);
    expect(state).toMatchObject({
      kind: "waiting",
      why: "conflict",
      notBefore: null,
      continueFrom: null,
      context: { id: context, reuse: false },
      counts: { conflicts: 2, failures: 0 },
    });
    const brief = state.kind === "waiting" ? state.brief : "";
    expect(brief).toContain("- src/a.ts\n- b");
    expect(brief).toContain(sha("f"));
    expect(brief).toContain(sha("c"));
  });

  it("too many fail the sheet with its work kept", () => {
    expect(next(captured({ conflicts: 2 }), conflicted)).toMatchObject({
      kind: "failed",
      reason: { kind: "conflict", paths: ["src/a.ts", "b"] },
      kept: sha("c"),
    });
  });
});

describe("a rejection on the merged tree", () => {
  it("costs a retry and tells the next attempt what failed", () => {
    const state = next(captured({ failures: 1 }), rejected);
    expect(state).toMatchObject({
      kind: "waiting",
      why: "rejected",
      notBefore: at + 1_000,
      continueFrom: null,
      context: { id: context, reuse: false },
      counts: { failures: 2 },
    });
    expect(state.kind === "waiting" && state.brief).toContain("- builds: no");
    expect(state.kind === "waiting" && state.brief).toContain("other work that landed meanwhile");
  });

  it("where nothing landed meanwhile does not blame others' work", () => {
    const state = next(captured({ failures: 1 }), { ...rejected, onto: captured().base });
    expect(state.kind === "waiting" && state.brief).toContain("did not pass what the target asks for");
    expect(state.kind === "waiting" && state.brief).not.toContain("meanwhile");
  });

  it("with the budget spent fails the sheet with its work kept", () => {
    expect(next(captured({ failures: 2 }), rejected)).toMatchObject({
      kind: "failed",
      reason: { kind: "rejected-on-merge", failed: ["builds: no"] },
      kept: sha("c"),
    });
  });
});
