import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../base/ids.ts";
import type { Plan, SheetPlan } from "../score/plan.ts";
import { makePlan, makeSheet } from "../../test/kit/jobs.ts";
import { isGood } from "../sheet/outcome.ts";
import { fresh, noCounts } from "../sheet/state.ts";
import type { Captured, SheetState } from "../sheet/state.ts";
import { type Blocked, blockedSheets } from "./blocked.ts";
import { type Next, startable } from "./next.ts";

const now = 1_000 as EpochMs;
const sha = "a".repeat(40) as CommitSha;

const waitingUntil = (ms: number): SheetState => ({ ...fresh, why: "retry", notBefore: ms as EpochMs });
const running: SheetState = {
  kind: "running",
  attempt: 1,
  context: "x" as ContextId,
  base: sha,
  lands: true,
  startedAt: now,
  counts: noCounts,
  continueFrom: null,
  brief: null,
};
const captured: Captured = {
  kind: "captured",
  attempt: 1,
  context: "x" as ContextId,
  base: sha,
  capture: sha,
  verdict: { kind: "unvalidated" },
  counts: noCounts,
};
const landing: SheetState = { ...captured, kind: "landing", commit: sha, parent: sha, target: "refs/heads/main", level: "unvalidated" };
const done: SheetState = { kind: "done", attempt: 1, context: null, inPlace: false, counts: noCounts };
const skipped: SheetState = { kind: "skipped", why: "", context: null };
const failed: SheetState = { kind: "failed", attempt: 1, context: null, reason: { kind: "interruptions" }, kept: null, counts: noCounts };
const cancelled: SheetState = { kind: "cancelled", attempt: 1, context: null, kept: null, counts: noCounts };

/** A plan from lines like `c: a b` (c comes after a and b). */
function planOf(...lines: readonly string[]): Plan {
  const sheets = lines.map((line): SheetPlan => {
    const [id = "", after = ""] = line.split(":");
    return makeSheet(id, { after: after.split(" ").filter((name) => name !== "") as SheetId[] });
  });
  return makePlan(sheets, { parallel: 4 });
}

function next(plan: Plan, states: Readonly<Record<string, SheetState>> = {}, limit = 10): Next & { blocked: readonly Blocked[] } {
  const known = new Map(Object.entries(states) as [SheetId, SheetState][]);
  return { ...startable({ plan, states: known, now, limit, isExclusive: false }), blocked: blockedSheets(plan, (id) => known.get(id) ?? fresh) };
}

/** The same for sheets that share one folder. */
function nextAlone(plan: Plan, states: Readonly<Record<string, SheetState>> = {}, limit = 10): Next {
  return startable({ plan, states: new Map(Object.entries(states) as [SheetId, SheetState][]), now, limit, isExclusive: true });
}

describe("startable", () => {
  it("starts sheets in the order of the plan, up to the limit", () => {
    const plan = planOf("a", "b", "c", "d");
    expect(next(plan, { b: running }, 3).start).toEqual(["a", "c"]);
    expect(next(plan, { a: running, b: running }, 1).start).toEqual([]);
  });

  it("a retry does not go to the end of the queue", () => {
    expect(next(planOf("a", "b", "c"), { a: waitingUntil(500) }, 1).start).toEqual(["a"]);
  });

  it("what waits to land takes no place of an agent", () => {
    expect(next(planOf("a", "b"), { a: captured }, 1).start).toEqual(["b"]);
  });

  it("a sheet starts when all it comes after have landed, are done or skipped", () => {
    const plan = planOf("c: a b", "a", "b");
    expect(next(plan, { a: done }).start).toEqual(["b"]);
    expect(next(plan, { a: done, b: captured }).start).toEqual([]);
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

  it("says which sheets a failure blocks, through any number of others, wherever they stand in the plan", () => {
    const plan = planOf("d: c", "c: b", "b: a", "a", "e: x", "x", "f");
    const { blocked, start } = next(plan, { a: failed, x: cancelled });
    expect(blocked).toEqual([
      { sheet: "d", by: "a" },
      { sheet: "c", by: "a" },
      { sheet: "b", by: "a" },
      { sheet: "e", by: "x" },
    ]);
    expect(start).toEqual(["f"]);
  });

  it("a chain of 10,000 sheets is no deeper than one of ten", () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => (index === 0 ? "s0" : `s${index}: s${index - 1}`));
    expect(next(planOf(...lines), { s0: failed }).blocked).toHaveLength(9_999);
  });
});

describe("sheets that share a folder", () => {
  it("start one at a time, in the order of the plan, whatever the limit", () => {
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

describe("in any plan", () => {
  const acyclic = fc.integer({ min: 1, max: 12 }).chain((size) =>
    fc
      .tuple(
        fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: size, maxLength: size }),
        fc.shuffledSubarray(
          Array.from({ length: size }, (_, index) => index),
          { minLength: size },
        ),
      )
      .map(([picks, order]) =>
        planOf(
          ...order.map((index) => {
            const after = index === 0 ? [] : [...new Set((picks[index] ?? []).map((pick) => `s${pick % index}`))];
            return `s${index}: ${after.join(" ")}`;
          }),
        ),
      ),
  );
  const anyState = fc.constantFrom<SheetState>(fresh, running, captured, landing, done, skipped, failed, cancelled, waitingUntil(500), waitingUntil(5_000));

  it("no more than the limit run, and none before what it comes after", () => {
    const check = fc.property(acyclic, fc.array(anyState, { maxLength: 12 }), fc.integer({ min: 0, max: 5 }), (plan, picks, limit) => {
      const states: Record<string, SheetState> = {};
      plan.sheets.forEach((sheet, index) => (states[sheet.id] = picks[index] ?? fresh));
      const { start, blocked } = next(plan, states, limit);
      const runs = plan.sheets.filter((sheet) => states[sheet.id]?.kind === "running").length;
      if (start.length > 0) expect(start.length + runs).toBeLessThanOrEqual(limit);
      for (const id of start) {
        const sheet = plan.sheets.find((candidate) => candidate.id === id);
        expect(sheet?.after.every((dependency) => isGood(states[dependency] ?? fresh))).toBe(true);
        expect(states[id]?.kind).toBe("waiting");
        expect(blocked.some((entry) => entry.sheet === id)).toBe(false);
      }
    });
    fc.assert(check, { numRuns: 1_000 });
  });

  it("of sheets that share a folder none starts beside another, and one does where one may", () => {
    const check = fc.property(acyclic, fc.array(anyState, { maxLength: 12 }), fc.integer({ min: 0, max: 5 }), (plan, picks, limit) => {
      const states: Record<string, SheetState> = {};
      plan.sheets.forEach((sheet, index) => (states[sheet.id] = picks[index] ?? fresh));
      const isBusy = Object.values(states).some(({ kind }) => kind === "running" || kind === "captured" || kind === "landing");
      const { start, wakeAt } = nextAlone(plan, states, limit);
      const apart = next(plan, states, 100);
      expect(start).toEqual(isBusy || limit === 0 ? [] : apart.start.slice(0, 1));
      expect(wakeAt).toBe(apart.wakeAt);
    });
    fc.assert(check, { numRuns: 1_000 });
  });

  it("every sheet starts in the end, or is blocked by one that failed", () => {
    const check = fc.property(acyclic, fc.integer({ min: 1, max: 4 }), fc.array(fc.boolean(), { maxLength: 12 }), (plan, limit, failures) => {
      const states: Record<string, SheetState> = {};
      let last = next(plan, states, limit);
      for (let round = 0; round <= plan.sheets.length && last.start.length > 0; round++) {
        for (const id of last.start) states[id] = failures[plan.sheets.findIndex((sheet) => sheet.id === id)] === true ? failed : done;
        last = next(plan, states, limit);
      }
      expect(last.start).toEqual([]);
      expect(Object.keys(states).length + last.blocked.length).toBe(plan.sheets.length);
    });
    fc.assert(check, { numRuns: 500 });
  });
});
