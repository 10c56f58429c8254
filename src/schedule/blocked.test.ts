import { noCounts } from "../sheet/counts.ts";
import { expect, it } from "vitest";
import { makePlan, makeSheet } from "../../test/kit/jobs.ts";
import type { EpochMs, SheetId } from "../base/ids.ts";
import { type SheetState, fresh } from "../sheet/state.ts";
import { makeAgenda } from "./agenda.ts";
import { type Blocked, blockedSheets } from "./blocked.ts";

const failed: SheetState = {
  kind: "failed",
  session: null,
  attempt: 1,
  context: null,
  reason: { kind: "interruptions" },
  kept: null,
  counts: noCounts,
};
const cancelled: SheetState = {
  kind: "cancelled",
  session: null,
  attempt: 1,
  context: null,
  kept: null,
  counts: noCounts,
};
const done: SheetState = { kind: "done", session: null, attempt: 1, context: null, inPlace: false, counts: noCounts };

/** In a plan from lines like `c: a b` (c comes after a and b). */
function blocked(lines: readonly string[], states: Readonly<Record<string, SheetState>>): readonly Blocked[] {
  const sheets = lines.map((line) => {
    const [id = "", after = ""] = line.split(":");
    return makeSheet(id, { after: after.split(" ").filter((name) => name !== "") as SheetId[] });
  });
  return blockedSheets(makePlan(sheets), (id) => states[id] ?? fresh);
}

it("a failure blocks what comes after it, through any number of others, wherever they stand in the plan", () => {
  expect(blocked(["d: c", "c: b", "b: a", "a", "e: x", "x", "f"], { a: failed, x: cancelled })).toEqual([
    { sheet: "d", by: "a" },
    { sheet: "c", by: "a" },
    { sheet: "b", by: "a" },
    { sheet: "e", by: "x" },
  ]);
});

it("nothing is blocked that has run, or that comes after nothing that failed", () => {
  expect(blocked(["a", "b: a", "c"], { a: failed, b: done })).toEqual([]);
  expect(blocked(["a", "b: a"], { a: done })).toEqual([]);
});

it("a chain of 10,000 sheets is no deeper than one of ten", () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => (index === 0 ? "s0" : `s${index}: s${index - 1}`));
  expect(blocked(lines, { s0: failed })).toHaveLength(9_999);
});

it("where the score stops at a failure, everything that waits is blocked by the first, and nothing begins", () => {
  const sheets = ["a", "b", "c"].map((id) => makeSheet(id));
  const states: Readonly<Record<string, SheetState>> = { b: failed, c: done };
  const plan = makePlan(sheets, { stopOnFailure: true });
  expect(blockedSheets(plan, (id) => states[id] ?? fresh)).toEqual([{ sheet: "a", by: "b" }]);
  const next = (stopped: Readonly<Record<string, SheetState>>): readonly string[] =>
    makeAgenda(plan, new Map(Object.entries(stopped) as [SheetId, SheetState][]), false).next({
      now: 0 as EpochMs,
      limit: 3,
    }).start;
  expect([next(states), next({ c: done })]).toEqual([[], ["a", "b"]]);
});
