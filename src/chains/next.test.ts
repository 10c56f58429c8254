import { expect, it } from "vitest";
import type { EpochMs, JobId } from "../base/ids.ts";
import type { JobStatus } from "../sheet/job.ts";
import { type Before, deedFor } from "./next.ts";
import type { Successor, SuccessorState } from "./successor.ts";

const one: Successor = {
  id: "b",
  job: "job" as JobId,
  sheet: null,
  on: "success",
  after: "a",
  root: "job" as JobId,
  depth: 1,
  step: { kind: "unfilled", required: false, title: "the step" },
  notBefore: 10 as EpochMs,
  state: { kind: "waiting" },
};

function before(state: SuccessorState, more: Partial<Successor> = {}, job: JobStatus | null = null): Before {
  const step = { kind: "unfilled", required: true, title: "the one before" } as const;
  return { successor: { ...one, id: "a", after: null, step, state, ...more }, job };
}

const at = (now: number, last: Before | null = null, isCancelled = false) =>
  deedFor(one, { now: now as EpochMs, before: last, isCancelled });

it("a step is taken when its time has come", () => {
  expect(at(9)).toEqual({ kind: "wait", until: 10 });
  expect(at(10)).toEqual({ kind: "take" });
});

it("a step that is held waits for a person, unless its chain is cancelled or a required step before it failed", () => {
  const held: Successor = { ...one, state: { kind: "held" } };
  const deed = (last: Before | null, isCancelled = false) =>
    deedFor(held, { now: 10 as EpochMs, before: last, isCancelled });
  expect(deed(null)).toEqual({ kind: "wait", until: null });
  expect(deed(null, true)).toMatchObject({ kind: "refuse" });
  expect(deed(before({ kind: "failed", why: "x" }))).toMatchObject({ kind: "refuse", blocks: true });
});

it("a step of a cancelled chain is refused at any time", () => {
  expect(at(9, null, true)).toMatchObject({ kind: "refuse" });
});

it.each<[SuccessorState]>([[{ kind: "waiting" }], [{ kind: "held" }], [{ kind: "running" }]])(
  "a step waits for the one before it: %o",
  (state) => {
    expect(at(10, before(state))).toEqual({ kind: "wait", until: null });
  },
);

it("a required step that failed blocks all steps after it in its list, and no other list", () => {
  const failed = before({ kind: "failed", why: "x" });
  const refused = at(10, failed);
  expect(refused).toMatchObject({ kind: "refuse", blocks: true });
  expect(at(10, before({ kind: "refused", why: "x", blocks: true }, { step: one.step }))).toMatchObject({
    kind: "refuse",
    blocks: true,
  });
  expect(at(10, before({ kind: "failed", why: "x" }, { on: "failure" }))).toEqual({ kind: "take" });
  expect(at(10, before({ kind: "refused", why: "too deep" }, { step: one.step }))).toEqual({ kind: "take" });
});

it.each<[JobStatus | null, string]>([
  [{ kind: "running" }, "wait"],
  [{ kind: "paused", why: "x", cause: { kind: "user" } }, "wait"],
  [{ kind: "finished", failed: 0 }, "take"],
  [{ kind: "finished", failed: 1 }, "refuse"],
  [{ kind: "cancelled" }, "refuse"],
])("a job before it that is required has to end well: %o means %s", (job, deed) => {
  expect(at(10, before({ kind: "started", job: "child" as JobId }, {}, job)).kind).toBe(deed);
});
