import { noCounts } from "../counts.ts";
import { describe, expect, it } from "vitest";
import { makeRetry } from "../../../test/kit/jobs.ts";
import type { CommitSha, ContextId, EpochMs } from "../../base/ids.ts";
import { releaseOf } from "../decide/release.ts";
import { decide } from "../decide/decide.ts";
import type { SheetEvent } from "../events/event.ts";
import { fresh } from "../state.ts";
import type { SheetState, Waiting } from "../state.ts";

const at = 1_000_000 as EpochMs;
const context = "ctx" as ContextId;
const sha = (letter: string): CommitSha => letter.repeat(40) as CommitSha;
const counts = { ...noCounts, attempts: 4, failures: 3, completions: 2, interruptions: 26 };
const failed: SheetState = {
  kind: "failed",
  session: null,
  attempt: 4,
  context,
  reason: { kind: "conflict", paths: ["a"] },
  kept: sha("c"),
  counts,
};
const cancelled: SheetState = { kind: "cancelled", session: null, attempt: 4, context, kept: sha("c"), counts };
const parked: Waiting = {
  kind: "waiting",
  why: "rate-limit",
  notBefore: (at + 60_000) as EpochMs,
  continueFrom: sha("e"),
  continueBase: sha("d"),
  brief: "earlier",
  context: { id: context, reuse: true },
  session: null,
  counts,
};
const work = { attempt: 4, context, session: null, base: sha("b"), counts };
const running: SheetState = {
  kind: "running",
  ...work,
  lands: true,
  startedAt: at,
  continueFrom: null,
  brief: null,
  isAlive: true,
};
const captured: SheetState = {
  kind: "captured",
  ...work,
  capture: sha("c"),
  verdict: { kind: "unvalidated" },
  isApproved: true,
};
const landing: SheetState = {
  ...captured,
  kind: "landing",
  commit: sha("d"),
  parent: sha("a"),
  target: "refs/heads/main",
  level: "unvalidated",
};
const landed: SheetState = {
  kind: "landed",
  session: null,
  attempt: 4,
  context,
  commit: sha("d"),
  level: "unvalidated",
  counts,
};

const retried: SheetEvent = { kind: "retried", at };
const restored: SheetEvent = { kind: "retried", at, from: { commit: sha("1"), base: sha("2") } };
const next = (state: SheetState, event: SheetEvent): SheetState => decide(makeRetry({}), state, event).state;
const isIgnored = (state: SheetState, event: SheetEvent): boolean =>
  decide(makeRetry({}), state, event).kind === "ignored";

describe("a person's retry", () => {
  it.each([failed, cancelled])("gives new budgets but goes on counting attempts: $kind", (state) => {
    const again = next(state, retried);
    expect(again).toMatchObject({
      kind: "waiting",
      why: "retried",
      notBefore: null,
      continueFrom: null,
      continueBase: null,
    });
    expect(again).toHaveProperty("counts", { ...noCounts, attempts: 4 });
    expect(again.kind === "waiting" && again.brief).toContain(sha("c"));
  });

  it("puts the context of the last attempt away, kept until then or not", () => {
    expect(releaseOf(next(failed, retried))).toEqual({ context, after: "replaced" });
    expect(releaseOf(next({ ...cancelled, context: null }, retried))).toBeNull();
  });

  it("of a sheet that is not over is ignored", () => {
    for (const state of [fresh, parked, running, captured, landing]) expect(isIgnored(state, retried)).toBe(true);
  });
});

describe("a retry from a snapshot", () => {
  it.each([failed, cancelled])(
    "goes on from it, on the base it was made on, in a context of its own: $kind",
    (state) => {
      expect(next(state, restored)).toEqual({
        kind: "waiting",
        why: "retried",
        notBefore: null,
        continueFrom: sha("1"),
        continueBase: sha("2"),
        brief: expect.stringContaining("brought back") as string,
        context: { id: context, reuse: false },
        session: null,
        counts: { ...noCounts, attempts: 4 },
      });
    },
  );

  it("of a sheet that waits takes the place of what it would have gone on from, at once, with the budgets it has", () => {
    expect(next(parked, restored)).toMatchObject({
      kind: "waiting",
      why: "retried",
      notBefore: null,
      continueFrom: sha("1"),
      continueBase: sha("2"),
      context: { id: context, reuse: false },
      session: null,
      counts,
    });
    expect(releaseOf(next(parked, restored))).toEqual({ context, after: "replaced" });
    expect(next(fresh, restored)).toMatchObject({ kind: "waiting", continueFrom: sha("1"), context: null });
  });

  it("is what the next attempt starts with", () => {
    const started: SheetEvent = { kind: "started", at, attempt: 5, context: "next" as ContextId, base: sha("2") };
    expect(next(next(failed, restored), started)).toMatchObject({
      kind: "running",
      session: null,
      attempt: 5,
      base: sha("2"),
      continueFrom: sha("1"),
    });
  });

  it("of a sheet that runs, lands or is good is ignored", () => {
    for (const state of [running, captured, landing, landed]) expect(isIgnored(state, restored)).toBe(true);
  });
});
