import { noCounts } from "../counts.ts";
import { describe, expect, it } from "vitest";
import { makeRetry } from "../../../test/kit/jobs.ts";
import type { CommitSha, ContextId, EpochMs } from "../../base/ids.ts";
import { decide } from "../decide/decide.ts";
import type { SheetEvent } from "./event.ts";
import { mostReturns } from "./pull-events.ts";
import { type Captured, type Proposed, type SheetState } from "../state.ts";

const at = 1_000_000 as EpochMs;
const sha = (letter: string): CommitSha => letter.repeat(40) as CommitSha;
const pull = { number: 7, url: "https://forge.test/7", branch: "tutti/job/a" };
const captured: Captured = {
  kind: "captured",
  attempt: 2,
  context: "ctx" as ContextId,
  base: sha("b"),
  capture: sha("c"),
  verdict: { kind: "unvalidated" },
  session: { id: "s", agent: 0, used: null },
  counts: { ...noCounts, attempts: 2 },
  isApproved: true,
};
const { attempt, context, base, capture, verdict, session, counts } = captured;
const proposed: Proposed = {
  kind: "proposed",
  attempt,
  context,
  base,
  capture,
  verdict,
  session,
  counts,
  pull,
  commit: sha("d"),
  heard: null,
};
const over = { attempt: 2, context: captured.context, session: captured.session, counts: captured.counts };

const next = (state: SheetState, event: SheetEvent): SheetState => decide(makeRetry({}), state, event).state;
const returned = (why: "checks" | "review" | "conflict"): SheetEvent => ({
  kind: "returned",
  at,
  why,
  text: "lint fails",
  cursor: null,
});

describe("a result that is offered as a pull request", () => {
  it("stays what it is while that is only meant, and waits there once it is open", () => {
    expect(next(captured, { kind: "proposing", at, branch: pull.branch, commit: sha("d") })).toEqual(captured);
    expect(next(captured, { kind: "proposed", at, pull, commit: sha("d") })).toEqual(proposed);
  });

  it("has landed when it is merged, and says where", () => {
    expect(next(proposed, { kind: "merged", at, commit: sha("e") })).toEqual({
      ...over,
      kind: "landed",
      commit: sha("e"),
      level: "unvalidated",
      pull,
    });
  });

  it("fails with its work kept when it is closed", () => {
    expect(next(proposed, { kind: "closed", at })).toEqual({
      ...over,
      kind: "failed",
      reason: { kind: "pull-request", detail: "https://forge.test/7 was closed" },
      kept: sha("c"),
      unlanded: sha("c"),
    });
  });

  it.each(["checks", "review"] as const)("goes on from its work, in its session, when %s send it back", (why) => {
    expect(next(proposed, returned(why))).toMatchObject({
      kind: "waiting",
      why: "returned",
      continueFrom: sha("c"),
      continueBase: sha("b"),
      session: { id: "s" },
      brief: expect.stringContaining("> lint fails") as string,
      counts: { returns: 1 },
    });
  });

  it("begins again on the target when it can't be merged any more", () => {
    expect(next(proposed, returned("conflict"))).toMatchObject({
      kind: "waiting",
      continueFrom: null,
      continueBase: null,
      session: null,
    });
  });

  it("fails with its work kept when it was sent back too often", () => {
    const often: Proposed = { ...proposed, counts: { ...proposed.counts, returns: mostReturns } };
    expect(next(often, returned("checks"))).toMatchObject({ kind: "failed", kept: sha("c") });
  });

  it("remembers up to where it was heard, and takes a person's word and a cancellation", () => {
    expect(next(proposed, { kind: "heard", at, cursor: "9" })).toEqual({ ...proposed, heard: "9" });
    expect(next(proposed, { kind: "told", at, text: "shorter" })).toMatchObject({
      kind: "waiting",
      why: "told",
      continueFrom: sha("c"),
    });
    expect(next(proposed, { kind: "cancelled", at, capture: null })).toMatchObject({
      kind: "cancelled",
      kept: sha("c"),
    });
  });

  it("does not land besides", () => {
    expect(next(proposed, { kind: "landed", at, commit: sha("e") })).toBe(proposed);
  });
});

describe("a result that is held", () => {
  const held: Captured = { ...captured, isApproved: false, held: { kind: "protected", paths: ["ci.yaml"] } };

  it("waits for a person, and may land after that", () => {
    expect(next(captured, { kind: "held", at, why: { kind: "protected", paths: ["ci.yaml"] } })).toEqual(held);
    expect(next(held, { kind: "approved", at })).toEqual({ ...captured, isReviewed: true });
  });

  it("is not taken for seen when it is held again", () => {
    const seen: Captured = { ...captured, isReviewed: true };
    expect(next(seen, { kind: "held", at, why: { kind: "ejected", by: "a person" } })).toEqual({
      ...captured,
      isApproved: false,
      held: { kind: "ejected", by: "a person" },
    });
  });

  it("stays seen through a landing that did not come true", () => {
    const landing = next(
      { ...captured, isReviewed: true },
      { kind: "landing", at, commit: sha("d"), parent: sha("a"), target: "refs/heads/main", level: "unvalidated" },
    );
    expect(next(landing, { kind: "withdrawn", at, why: "moved" })).toEqual({ ...captured, isReviewed: true });
  });
});
