import { noCounts } from "../sheet/counts.ts";
import { describe, expect, it } from "vitest";
import { makePlan, makeSheet } from "../../test/kit/jobs.ts";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../base/ids.ts";
import type { Plan } from "../score/plan/plan.ts";
import { fresh } from "../sheet/state.ts";
import type { SheetState } from "../sheet/state.ts";
import { type Agenda, type Next, makeAgenda } from "./agenda.ts";

const now = 1_000 as EpochMs;
const sha = "a".repeat(40) as CommitSha;
const over = { attempt: 1, context: null, session: null, counts: noCounts };
const result = {
  ...over,
  context: "x" as ContextId,
  base: sha,
  capture: sha,
  verdict: { kind: "unvalidated" } as const,
};

const waitingUntil = (ms: number): SheetState => ({ ...fresh, why: "retry", notBefore: ms as EpochMs });
const running: SheetState = {
  ...over,
  kind: "running",
  context: "x" as ContextId,
  base: sha,
  lands: true,
  startedAt: now,
  continueFrom: null,
  brief: null,
  isAlive: true,
};
const captured: SheetState = { ...result, kind: "captured", isApproved: true };
const landing: SheetState = {
  ...result,
  kind: "landing",
  commit: sha,
  parent: sha,
  target: "refs/heads/main",
  level: "unvalidated",
};
const landed: SheetState = { ...over, kind: "landed", commit: sha, level: "unvalidated" };
const done: SheetState = { ...over, kind: "done", inPlace: false };
const skipped: SheetState = { kind: "skipped", why: "", context: null };
const failed: SheetState = { ...over, kind: "failed", reason: { kind: "interruptions" }, kept: null };
const cancelled: SheetState = { ...over, kind: "cancelled", kept: null };

type States = Readonly<Record<string, SheetState>>;

/** A plan from lines like `c: a b` (c comes after a and b). */
function planOf(...lines: readonly string[]): Plan {
  return makePlan(
    lines.map((line) => {
      const [id = "", after = ""] = line.split(":");
      return makeSheet(id, { after: after.split(" ").filter((name) => name !== "") as SheetId[] });
    }),
  );
}

function agendaOf(plan: Plan, states: States = {}, isExclusive = false): Agenda {
  return makeAgenda(plan, new Map(Object.entries(states) as [SheetId, SheetState][]), isExclusive);
}

function note(agenda: Agenda, states: States): void {
  for (const [id, state] of Object.entries(states)) agenda.note(id as SheetId, state);
}

const next = (plan: Plan, states: States = {}, limit = 10): Next => agendaOf(plan, states).next({ now, limit });
/** The same for sheets that share one folder. */
const nextAlone = (plan: Plan, states: States = {}, limit = 10): Next =>
  agendaOf(plan, states, true).next({ now, limit });

describe("the agenda", () => {
  it("starts in the order of the plan, up to the limit", () => {
    const plan = planOf("a", "b", "c", "d");
    expect(next(plan, { b: running }, 3).start).toEqual(["a", "c"]);
    expect(next(plan, { a: running, b: running }, 1).start).toEqual([]);
  });

  it("a retry does not go to the end of the queue", () => {
    expect(next(planOf("a", "b", "c"), { a: waitingUntil(500) }, 1).start).toEqual(["a"]);
  });

  it("a sheet that waits to land takes no place of an agent", () => {
    expect(next(planOf("a", "b"), { a: captured }, 1).start).toEqual(["b"]);
  });

  it("a sheet starts when all it comes after have landed, are done or skipped", () => {
    const plan = planOf("c: a b", "a", "b");
    expect(next(plan, { a: done }).start).toEqual(["b"]);
    expect(next(plan, { a: landed, b: captured }).start).toEqual([]);
    expect(next(plan, { a: done, b: skipped }).start).toEqual(["c"]);
  });

  it("a sheet starts when its time has come, and not before", () => {
    const plan = planOf("a", "b", "c");
    const { start, wakeAt } = next(plan, { a: waitingUntil(1_001), b: waitingUntil(1_000), c: waitingUntil(9_000) });
    expect(start).toEqual(["b"]);
    expect(wakeAt).toBe(1_001);
  });

  it("waits for a time only when nothing else is in the way", () => {
    expect(next(planOf("a", "b: a"), { a: running, b: waitingUntil(5_000) }).wakeAt).toBeNull();
  });

  it("a sheet that lets another land first starts when that one has come to rest", () => {
    const stopped: SheetState = { ...fresh, behind: "a" as SheetId };
    const agenda = agendaOf(planOf("a", "b"), { a: running, b: stopped });
    expect(agenda.next({ now, limit: 10 }).start).toEqual([]);
    note(agenda, { a: captured });
    expect(agenda.next({ now, limit: 10 }).start).toEqual([]);
    note(agenda, { a: { ...result, kind: "captured", isApproved: false } });
    expect(agenda.next({ now, limit: 10 }).start).toEqual(["b"]);
    note(agenda, { a: failed });
    expect(agenda.next({ now, limit: 10 }).start).toEqual(["b"]);
  });

  it("a sheet behind a failure waits until the failed one was tried again and is good", () => {
    const agenda = agendaOf(planOf("a", "b: a", "c"), { a: failed, c: done });
    expect(agenda.next({ now, limit: 10 })).toEqual({ start: [], wakeAt: null });
    note(agenda, { a: fresh });
    expect(agenda.next({ now, limit: 10 }).start).toEqual(["a"]);
    note(agenda, { a: done });
    expect(agenda.next({ now, limit: 10 }).start).toEqual(["b"]);
  });
});

describe("from event to event", () => {
  it("a question changes nothing: only what is noted does", () => {
    const agenda = agendaOf(planOf("a", "b"));
    const ask = { now, limit: 1 };
    expect(agenda.next(ask)).toEqual(agenda.next(ask));
    note(agenda, { a: running });
    expect(agenda.next(ask).start).toEqual([]);
    note(agenda, { a: done });
    expect(agenda.next(ask).start).toEqual(["b"]);
  });

  it("a postponed time wakes nothing at its old value", () => {
    const agenda = agendaOf(planOf("a"), { a: waitingUntil(2_000) });
    note(agenda, { a: waitingUntil(3_000) });
    expect(agenda.next({ now, limit: 1 }).wakeAt).toBe(3_000);
    expect(agenda.next({ now: 2_500 as EpochMs, limit: 1 }).start).toEqual([]);
    expect(agenda.next({ now: 3_000 as EpochMs, limit: 1 })).toEqual({ start: ["a"], wakeAt: null });
  });

  it("a time that has come has come, even when the clock is set back", () => {
    const agenda = agendaOf(planOf("a"), { a: waitingUntil(2_000) });
    expect(agenda.next({ now: 2_000 as EpochMs, limit: 1 }).start).toEqual(["a"]);
    note(agenda, { a: waitingUntil(2_000) });
    expect(agenda.next({ now, limit: 1 }).start).toEqual(["a"]);
    note(agenda, { a: running });
    note(agenda, { a: waitingUntil(2_000) });
    expect(agenda.next({ now, limit: 1 })).toEqual({ start: [], wakeAt: 2_000 });
  });

  it("a sheet that a changed score no longer has counts for nothing", () => {
    const agenda = agendaOf(planOf("a"), { gone: running });
    note(agenda, { gone: captured });
    expect(agenda.candidates()).toEqual([]);
    expect([agenda.running, agenda.busy, agenda.notGood]).toEqual([0, 0, 1]);
    expect(agenda.next({ now, limit: 1 }).start).toEqual(["a"]);
  });

  it("tells what is to land in the order of the plan, and how many are in which state", () => {
    const agenda = agendaOf(planOf("a", "b", "c", "d", "e"), { d: captured, b: landing, c: running, e: cancelled });
    expect(agenda.candidates()).toEqual(["b", "d"]);
    expect([agenda.running, agenda.busy, agenda.notGood, agenda.count("cancelled"), agenda.count("waiting")]).toEqual([
      1, 3, 5, 1, 1,
    ]);
    note(agenda, { b: landed, c: skipped, d: done });
    expect(agenda.candidates()).toEqual([]);
    expect([agenda.running, agenda.busy, agenda.notGood]).toEqual([0, 0, 2]);
  });
});

describe("sheets that share a folder", () => {
  it("start one at a time, in the order of the plan, at every limit", () => {
    const plan = planOf("a", "b", "c");
    expect(nextAlone(plan).start).toEqual(["a"]);
    expect(nextAlone(plan, { a: done }).start).toEqual(["b"]);
    expect(nextAlone(plan, { a: waitingUntil(5_000) })).toEqual({ start: ["b"], wakeAt: 5_000 });
    expect(nextAlone(plan, {}, 0).start).toEqual([]);
  });

  it.each([running, captured, landing])("wait until the one before has come to rest: $kind", (state) => {
    expect(nextAlone(planOf("a", "b"), { a: state }).start).toEqual([]);
    expect(nextAlone(planOf("a", "b"), { b: state }).start).toEqual([]);
    expect(next(planOf("a", "b"), { a: state }).start).toEqual(["b"]);
  });

  it.each([done, skipped, failed, cancelled])("go on after one that is $kind", (state) => {
    expect(nextAlone(planOf("a", "b"), { a: state }).start).toEqual(["b"]);
  });
});
