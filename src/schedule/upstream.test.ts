import { noCounts } from "../sheet/counts.ts";
import { expect, it } from "vitest";
import { makePlan, makeSheet } from "../../test/kit/jobs.ts";
import type { CommitSha, SheetId } from "../base/ids.ts";
import type { Plan } from "../score/plan/plan.ts";
import { fresh } from "../sheet/state.ts";
import type { SheetState } from "../sheet/state.ts";
import { upstreamOf } from "./upstream.ts";

const done = (attempt: number): SheetState => ({
  kind: "done",
  session: null,
  attempt,
  context: null,
  inPlace: false,
  counts: noCounts,
});
const landed: SheetState = {
  kind: "landed",
  session: null,
  attempt: 7,
  context: null,
  commit: "a".repeat(40) as CommitSha,
  level: "unvalidated",
  counts: noCounts,
};
const skipped: SheetState = { kind: "skipped", why: "", context: null };

/** A plan from lines like `c: a b` (c comes after a and b), numbered in their order. */
function planOf(...lines: readonly string[]): Plan {
  return makePlan(
    lines.map((line, index) => {
      const [id = "", after = ""] = line.split(":");
      const sheet = makeSheet(id, { after: after.split(" ").filter((name) => name !== "") as SheetId[] });
      return { ...sheet, numbers: { ...sheet.numbers, sheet_num: index + 1 } };
    }),
  );
}

/** The base of the last sheet: `a@attempt`, and the numbers of those that were skipped. */
function upstream(
  plan: Plan,
  states: Readonly<Record<string, SheetState>>,
): { readonly finished: readonly string[]; readonly skipped: readonly number[] } {
  const last = plan.sheets.at(-1);
  if (last === undefined) throw new TypeError("no sheet");
  const { finished, skipped: passedOver } = upstreamOf(plan, last, (id) => states[id] ?? fresh);
  return { finished: finished.map(({ sheet, attempt }) => `${sheet.id}@${attempt}`), skipped: passedOver };
}

it("a sheet builds on all that it waits for, however far back, in the order of the plan", () => {
  const states = { a: done(2), b: landed, c: done(1) };
  expect(upstream(planOf("c", "a", "b: a", "d: b c"), states)).toEqual({
    finished: ["c@1", "a@2", "b@7"],
    skipped: [],
  });
});

it("a sheet that it does not wait for is no part of it, even when it was quicker", () => {
  expect(upstream(planOf("a", "quick", "b: a"), { a: done(1), quick: done(1) })).toEqual({
    finished: ["a@1"],
    skipped: [],
  });
});

it("sheets that were skipped are told apart, and what lies behind them still counts", () => {
  expect(upstream(planOf("a", "b: a", "c: b"), { a: done(1), b: skipped })).toEqual({
    finished: ["a@1"],
    skipped: [2],
  });
});

it("sheets that have not ended well yet are none of both", () => {
  expect(
    upstream(planOf("a", "b", "c: a b"), {
      a: { kind: "cancelled", session: null, attempt: 1, context: null, kept: null, counts: noCounts },
    }),
  ).toEqual({
    finished: [],
    skipped: [],
  });
});

it("a sheet that several others come after is looked at once", () => {
  const layers = Array.from({ length: 60 }, (_, index) =>
    index === 0 ? ["l0", "r0"] : [`l${index}: l${index - 1} r${index - 1}`, `r${index}: l${index - 1} r${index - 1}`],
  ).flat();
  const all = Object.fromEntries(layers.map((line) => [line.split(":")[0] ?? "", done(1)]));
  expect(upstream(planOf(...layers, "end: l59 r59"), all).finished).toHaveLength(120);
});
