import fc from "fast-check";
import { expect, test } from "vitest";
import type { ContextId, EpochMs, JobId, SheetId } from "../../base/ids.ts";
import type { DiskLevel } from "../disk/govern.ts";
import {
  type CleanupCase,
  type ContextItem,
  type ContextOutcome,
  type Step,
  type TrashItem,
  planCleanup,
} from "./policy.ts";
import type { CleanupSettings } from "./settings.ts";

const gb = 1e9;
const dayMs = 24 * 3600 * 1000;
const now = (100 * dayMs) as EpochMs;
const defaults: CleanupSettings = {
  ageDays: 7,
  keepFailed: true,
  maxContexts: null,
  maxBytes: null,
  trashDays: 1,
  trashBytes: 2 * gb,
};

test("a failed context goes when it is too old, and a done one at once", () => {
  const contexts = [
    context("old", { days: 8 }),
    context("young", { days: 6.9 }),
    context("done", { days: 0, outcome: "done" }),
  ];
  expect(plan({ contexts })).toEqual([
    { kind: "remove-context", id: "old", bytes: gb, why: "8 days old, limit 7" },
    { kind: "remove-context", id: "done", bytes: gb, why: "its result is where it belongs" },
  ]);
});

test("failed contexts go at once where they are not wanted", () => {
  const steps = plan({ contexts: [context("a", { days: 0 })], settings: { ...defaults, keepFailed: false } });
  expect(shown(steps)).toEqual(["remove-context a: contexts of failed sheets are not kept"]);
});

test("of too many failed contexts the oldest go; locked ones count but stay, live ones do not count", () => {
  const contexts = [
    context("a", { days: 4, isLocked: true }),
    context("b", { days: 3 }),
    context("c", { days: 2 }),
    context("d", { days: 1 }),
    context("live", { days: 6, outcome: "live" }),
  ];
  const steps = plan({ contexts, settings: { ...defaults, maxContexts: 2 } });
  expect(shown(steps)).toEqual(
    ["b", "c"].map((id) => `remove-context ${id}: one of 4 contexts of failed sheets, limit 2`),
  );
});

test("failed contexts that take too much lose their artefacts first, and only then the oldest go", () => {
  const contexts = [
    context("a", { days: 3, bytes: 3 * gb, artefactBytes: 2 * gb }),
    context("b", { days: 2, bytes: 3 * gb }),
    context("c", { days: 1, bytes: gb, artefactBytes: gb }),
  ];
  const why = (limit: string): string => `7.0 GB of contexts of failed sheets, limit ${limit} GB`;
  expect(shown(plan({ contexts, settings: { ...defaults, maxBytes: 5 * gb } }))).toEqual([
    `drop-artefacts a: ${why("5.0")}`,
  ]);
  expect(plan({ contexts, settings: { ...defaults, maxBytes: 3 * gb } })).toEqual([
    { kind: "drop-artefacts", id: "a", bytes: 2 * gb, why: why("3.0") },
    { kind: "drop-artefacts", id: "c", bytes: gb, why: why("3.0") },
    { kind: "remove-context", id: "a", bytes: gb, why: why("3.0") },
  ]);
});

test("trash goes by age, then the oldest of what is too much", () => {
  const trash = [bag("old-1", 1.5, gb), bag("b-1", 0.4, 2 * gb), bag("c-1", 0.2, 1.5 * gb)];
  expect(shown(plan({ trash }))).toEqual([
    "empty-trash old-1: 1 day old, limit 1",
    "empty-trash b-1: 3.5 GB of trash, limit 2.0 GB",
  ]);
});

test("a disk without room costs all trash, then the artefacts of what failed or is done, the oldest first, and no work", () => {
  const contexts = [
    context("b", { days: 1, artefactBytes: gb }),
    context("a", { days: 2, artefactBytes: gb }),
    context("bare", { days: 3 }),
    context("kept", { days: 4, artefactBytes: gb, isLocked: true }),
    context("busy", { days: 5, artefactBytes: gb, outcome: "live" }),
    context("done", { days: 0, artefactBytes: gb / 2, outcome: "done" }),
  ];
  const steps = plan({ contexts, trash: [bag("x-1", 0, 10)], pressure: "full" });
  expect(shown(steps)).toEqual([
    "empty-trash x-1: the disk is full",
    "drop-artefacts a: the disk is full",
    "drop-artefacts b: the disk is full",
    "drop-artefacts done: the disk is full",
    "remove-context done: its result is where it belongs",
  ]);
  expect(steps.at(-1)?.bytes).toBe(gb / 2);
});

test("artefacts that go for want of room are not said to go for a limit", () => {
  const steps = plan({
    contexts: [context("a", { days: 1, artefactBytes: gb / 2 })],
    settings: { ...defaults, maxBytes: 0 },
    pressure: "low",
  });
  expect(shown(steps)).toEqual([
    "drop-artefacts a: the disk is low on room",
    "remove-context a: 500 MB of contexts of failed sheets, limit 0 MB",
  ]);
});

test("a clock that was set back makes nothing old", () => {
  expect(plan({ contexts: [context("a", { days: -400 })], trash: [bag("b-1", -400, 1)] })).toEqual([]);
});

const outcomes = fc.constantFrom<ContextOutcome[]>("live", "paused", "failed", "done", "unknown");
const sizes = fc.integer({ min: 0, max: 20 }).map((half) => (half * gb) / 2);
const someContexts = fc
  .array(
    fc.record({
      days: fc.integer({ min: -1, max: 20 }),
      outcome: outcomes,
      isLocked: fc.boolean(),
      ownBytes: sizes,
      artefactBytes: sizes,
    }),
    {
      maxLength: 12,
    },
  )
  .map((items) =>
    items.map(({ ownBytes, ...item }, index) =>
      context(`c${index}`, { ...item, bytes: ownBytes + item.artefactBytes }),
    ),
  );
const someTrash = fc
  .array(fc.tuple(fc.integer({ min: -1, max: 5 }), sizes), { maxLength: 8 })
  .map((items) => items.map(([days, bytes], index) => bag(`t${index}-1`, days, bytes)));
const someSettings = fc.record({
  ageDays: fc.integer({ min: 0, max: 20 }),
  keepFailed: fc.boolean(),
  maxContexts: fc.option(fc.integer({ min: 0, max: 12 })),
  maxBytes: fc.option(sizes),
  trashDays: fc.integer({ min: 0, max: 5 }),
  trashBytes: sizes,
});
const pressures = fc.constantFrom<DiskLevel[]>("ample", "low", "short", "full");
const cases = fc.record({
  contexts: someContexts,
  trash: someTrash,
  settings: someSettings,
  now: fc.constant(now),
  pressure: pressures,
});

test("nothing happens to a context that is live, paused, locked or unknown", () => {
  fc.assert(
    fc.property(cases, (given) => {
      const touched = new Set(planCleanup(given).map(nameOf));
      const untouchable = given.contexts.filter((item) => item.isLocked || !["failed", "done"].includes(item.outcome));
      expect(untouchable.filter((item) => touched.has(item.id))).toEqual([]);
    }),
  );
});

test("trash goes before artefacts, artefacts before contexts, and of each kind the oldest first", () => {
  fc.assert(
    fc.property(cases, (given) => {
      const steps = planCleanup(given);
      const kinds = steps.map((step) => ["empty-trash", "drop-artefacts", "remove-context"].indexOf(step.kind));
      expect(kinds).toEqual([...kinds].sort());
      const times = new Map([
        ...given.contexts.map((item) => [item.id, item.lastUsedAt] as const),
        ...given.trash.map((item) => [item.name, item.trashedAt] as const),
      ]);
      for (const kind of ["empty-trash", "drop-artefacts", "remove-context"]) {
        const ages = steps.filter((step) => step.kind === kind).map((step) => times.get(nameOf(step)) ?? 0);
        expect(ages).toEqual([...ages].sort((one, other) => one - other));
      }
    }),
  );
});

test("a disk without room removes no context that would have stayed with room", () => {
  fc.assert(
    fc.property(cases, (given) => {
      const removedWith = (pressure: DiskLevel): string[] =>
        planCleanup({ ...given, pressure }).flatMap((step) => (step.kind === "remove-context" ? [step.id] : []));
      const amply = new Set(removedWith("ample"));
      for (const pressure of ["low", "short", "full"] as const)
        expect(removedWith(pressure).filter((id) => !amply.has(id))).toEqual([]);
    }),
  );
});

test("no context is removed for its size while artefacts could still go", () => {
  fc.assert(
    fc.property(cases, (given) => {
      const steps = planCleanup(given);
      const dropped = new Set(steps.flatMap((step) => (step.kind === "drop-artefacts" ? [step.id] : [])));
      const removed = new Set(steps.flatMap((step) => (step.kind === "remove-context" ? [step.id] : [])));
      const isForSize = steps.some((step) => step.kind === "remove-context" && / [GM]B of /.test(step.why));
      const staying = given.contexts.filter(
        (item) => item.outcome === "failed" && !item.isLocked && item.artefactBytes > 0 && !removed.has(item.id),
      );
      if (isForSize) expect(staying.filter((item) => !dropped.has(item.id))).toEqual([]);
    }),
  );
});

test("afterwards every limit is kept, as far as locks allow", () => {
  fc.assert(
    fc.property(cases, ({ settings, ...given }) => {
      const steps = planCleanup({ ...given, settings });
      const gone = new Set(steps.flatMap((step) => (step.kind === "drop-artefacts" ? [] : [nameOf(step)])));
      const freed = Map.groupBy(steps, nameOf);
      const left = given.contexts.filter((item) => item.outcome === "failed" && !gone.has(item.id));
      const bytes = left.reduce((sum, item) => sum + item.bytes - (freed.get(item.id)?.[0]?.bytes ?? 0), 0);
      if (left.some((item) => !item.isLocked)) {
        expect(left.length).toBeLessThanOrEqual(settings.maxContexts ?? Infinity);
        expect(bytes).toBeLessThanOrEqual(settings.maxBytes ?? Infinity);
      }
      const trashLeft = given.trash.filter((item) => !gone.has(item.name)).reduce((sum, item) => sum + item.bytes, 0);
      expect(trashLeft).toBeLessThanOrEqual(settings.trashBytes);
    }),
  );
});

test("the plan does not depend on the order of what is given, says why, and gives nothing back twice", () => {
  fc.assert(
    fc.property(cases, (given) => {
      const steps = planCleanup(given);
      expect(planCleanup({ ...given, contexts: given.contexts.toReversed(), trash: given.trash.toReversed() })).toEqual(
        steps,
      );
      expect(steps.filter((step) => step.why === "")).toEqual([]);
      for (const item of given.contexts) {
        const freed = steps.filter((step) => nameOf(step) === item.id).reduce((sum, step) => sum + step.bytes, 0);
        expect(freed).toBeLessThanOrEqual(item.bytes);
      }
    }),
  );
});

function plan(given: Partial<CleanupCase> & { settings?: CleanupSettings }): readonly Step[] {
  return planCleanup({ contexts: [], trash: [], settings: defaults, now, pressure: "ample", ...given });
}

function context(id: string, { days, ...more }: Partial<ContextItem> & { days: number }): ContextItem {
  return {
    id: id as ContextId,
    path: `/contexts/${id}`,
    job: "job" as JobId,
    sheet: id as SheetId,
    outcome: "failed",
    bytes: gb,
    artefactBytes: 0,
    lastUsedAt: (now - days * dayMs) as EpochMs,
    isLocked: false,
    ...more,
  };
}

function bag(name: string, days: number, bytes: number): TrashItem {
  return { name, bytes, trashedAt: (now - days * dayMs) as EpochMs };
}

function nameOf(step: Step): string {
  return step.kind === "empty-trash" ? step.name : step.id;
}

function shown(steps: readonly Step[]): string[] {
  return steps.map((step) => `${step.kind} ${nameOf(step)}: ${step.why}`);
}
