import { noCounts, type Counts } from "../counts.ts";
import { describe, expect, it } from "vitest";
import { makeRetry } from "../../../test/kit/jobs.ts";
import type { CommitSha, ContextId, EpochMs } from "../../base/ids.ts";
import { decide } from "./decide.ts";
import type { SheetEvent } from "../events/event.ts";
import type { Running, SheetState } from "../state.ts";

const at = 1_000_000 as EpochMs;
const context = "ctx" as ContextId;
const sha = (letter: string): CommitSha => letter.repeat(40) as CommitSha;
const counted = (counts: Partial<Counts>): Counts => ({ ...noCounts, attempts: 4, ...counts });

const running = (counts: Partial<Counts> = {}, more: Partial<Running> = {}): Running => ({
  kind: "running",
  session: null,
  attempt: 4,
  context,
  base: sha("b"),
  lands: true,
  startedAt: at,
  counts: counted(counts),
  continueFrom: null,
  brief: null,
  isAlive: true,
  ...more,
});
const goingOn: Partial<Running> = { continueFrom: sha("e"), brief: "earlier", isAlive: true };
const interrupted = (asked: boolean, capture: CommitSha | null = sha("9"), attempt = 4): SheetEvent => ({
  kind: "interrupted",
  at,
  attempt,
  asked,
  capture,
});
const next = (state: SheetState, event: SheetEvent): SheetState => decide(makeRetry({}), state, event).state;

describe("an interrupted attempt", () => {
  it("goes on from what it had done, on the base it was done on, in the context where it lies, and is told so", () => {
    expect(next(running({}, goingOn), interrupted(true))).toEqual({
      kind: "waiting",
      why: "interrupted",
      notBefore: null,
      continueFrom: sha("9"),
      continueBase: sha("b"),
      brief: expect.stringMatching(/^An earlier attempt was interrupted[^]*\n\nearlier$/) as string,
      context: { id: context, reuse: true },
      session: null,
      counts: counted({}),
    });
  });

  it("that had done nothing starts again from where it started, in a context of its own", () => {
    expect(next(running(), interrupted(true, null))).toMatchObject({
      continueFrom: null,
      continueBase: null,
      brief: null,
      context: { id: context, reuse: false },
      session: null,
    });
    expect(next(running({}, goingOn), interrupted(true, null))).toMatchObject({
      continueFrom: sha("e"),
      continueBase: sha("b"),
      brief: "earlier",
      context: { id: context, reuse: false },
      session: null,
    });
  });

  it("is the same attempt's: a late word about another one is ignored", () => {
    const state = running();
    expect(decide(makeRetry({}), state, interrupted(false, null, 3))).toMatchObject({ kind: "ignored", state });
  });
});

describe("interruptions", () => {
  it("by a person cost nothing, however many", () => {
    let state: SheetState = running();
    for (let attempt = 5; attempt < 100; attempt++) {
      state = next(state, interrupted(true, sha("9"), attempt - 1));
      state = next(state, { kind: "started", at, attempt, context, base: sha("b") });
    }
    expect(state).toMatchObject({
      kind: "running",
      session: null,
      attempt: 99,
      counts: { interruptions: 0, failures: 0 },
    });
  });

  it("by crashes are counted, and the 26th fails the sheet with its work kept", () => {
    expect(next(running({ interruptions: 24 }), interrupted(false))).toMatchObject({
      kind: "waiting",
      counts: { interruptions: 25, failures: 0 },
    });
    const last = running({ interruptions: 25 }, goingOn);
    expect(next(last, interrupted(false))).toMatchObject({
      kind: "failed",
      context,
      reason: { kind: "interruptions" },
      kept: sha("9"),
    });
    expect(next(last, interrupted(false, null))).toMatchObject({ kind: "failed", kept: sha("e") });
    expect(next(last, interrupted(true))).toMatchObject({ kind: "waiting" });
  });
});
