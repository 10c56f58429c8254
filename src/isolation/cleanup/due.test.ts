import * as fc from "fast-check";
import { expect, it, test } from "vitest";
import type { ContextId, EpochMs, JobId } from "../../base/ids.ts";
import { type ContextItem, type ContextOutcome, dueAmong, planCleanup, type RecordedContext } from "./policy.ts";

const dayMs = 24 * 3600 * 1000;
const now = (100 * dayMs) as EpochMs;
const settings = { ageDays: 7, keepFailed: true, maxContexts: null, maxBytes: null, trashDays: 1, trashBytes: 1e9 };

function context(id: string, outcome: ContextOutcome, days: number): RecordedContext {
  return { id: id as ContextId, outcome, madeAt: (now - days * dayMs) as EpochMs };
}

const kept = Array.from({ length: 76 }, (_, place) => context(`kept-${String(place)}`, "failed", 3));

test.each([
  ["no other", [], []],
  ["an old one", [context("old", "failed", 8)], ["old"]],
  ["one whose result is where it belongs", [context("done", "done", 0)], ["done"]],
  ["old ones that may still be in use", [context("a", "live", 9), context("b", "unknown", 9)], []],
])("of a home with 76 kept contexts and %s, only what the rules are about is looked into", (_, more, due) => {
  expect([...dueAmong([...kept, ...more], { settings, now, pressure: "ample" })]).toEqual(due);
});

it("no context that the rules ask something of is passed over", () => {
  const outcome = fc.constantFrom<ContextOutcome>("live", "paused", "failed", "done", "unknown");
  const item = fc.record({
    outcome,
    days: fc.nat(20),
    idleDays: fc.nat(20),
    bytes: fc.nat(100),
    artefactBytes: fc.nat(50),
    isLocked: fc.boolean(),
  });
  const limits = fc.record({
    ageDays: fc.nat(10),
    keepFailed: fc.boolean(),
    maxContexts: fc.option(fc.nat(5)),
    maxBytes: fc.option(fc.nat(300)),
    pressure: fc.constantFrom("ample", "low", "short", "full"),
  });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 10 }), limits, (items, { pressure, ...said }) => {
      const recorded = items.map((one, place) => context(String(place), one.outcome, one.days));
      const contexts = items.map(
        ({ days, idleDays, ...one }, place): ContextItem => ({
          ...one,
          id: String(place) as ContextId,
          path: "",
          job: "j" as JobId,
          sheet: null,
          lastUsedAt: (now - Math.min(days, idleDays) * dayMs) as EpochMs,
        }),
      );
      const how = { settings: { ...settings, ...said }, now, pressure };
      const due = dueAmong(recorded, how);
      const all = planCleanup({ contexts, trash: [], ...how });
      expect(planCleanup({ contexts: contexts.filter(({ id }) => due.has(id)), trash: [], ...how })).toEqual(all);
    }),
  );
});
