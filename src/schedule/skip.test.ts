import { noCounts } from "../sheet/counts.ts";
import { describe, expect, it } from "vitest";
import { planOf } from "../../test/kit/scores.ts";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../base/ids.ts";
import { fresh } from "../sheet/state.ts";
import type { SheetState } from "../sheet/state.ts";
import { type Skip, makeRecords, skipOf } from "./skip.ts";

const sha = "a".repeat(40) as CommitSha;
const counts = { ...noCounts, attempts: 2 };
const running: SheetState = {
  kind: "running",
  session: null,
  attempt: 2,
  context: "x" as ContextId,
  base: sha,
  lands: true,
  startedAt: 0 as EpochMs,
  counts,
  continueFrom: null,
  brief: null,
  isAlive: true,
};
const captured: SheetState = {
  kind: "captured",
  session: null,
  attempt: 2,
  context: "x" as ContextId,
  base: sha,
  capture: sha,
  verdict: { kind: "unvalidated" },
  isApproved: true,
  counts,
};
const landed: SheetState = {
  kind: "landed",
  session: null,
  attempt: 2,
  context: null,
  commit: sha,
  level: "unvalidated",
  counts,
};
const done: SheetState = { kind: "done", session: null, attempt: 2, context: null, inPlace: false, counts };
const failed: SheetState = {
  kind: "failed",
  session: null,
  attempt: 2,
  context: null,
  reason: { kind: "interruptions" },
  kept: null,
  counts,
};
const cancelled: SheetState = { kind: "cancelled", session: null, attempt: 2, context: null, kept: null, counts };
const skipped: SheetState = { kind: "skipped", why: "", context: null };

/** Whether the last of three sheets is skipped when the first, called `plan`, is in a state. */
function skip(condition: string, state: SheetState = fresh): Skip {
  const plan = planOf(
    `agent: scripted\nvariables: {limit: 2, by_stage: {1: true}}\nprompt: x\nsheets: [{id: plan}, {id: b}, {id: c, after: [plan, b], skip_when: ${JSON.stringify(condition)}}]`,
  );
  const sheet = plan.sheets[2];
  if (sheet === undefined) throw new TypeError("no sheet");
  return skipOf(plan, sheet, makeRecords(plan, new Map([["plan" as SheetId, state]])));
}

describe("a sheet", () => {
  it("without a condition is played", () => {
    const plan = planOf("agent: scripted\nsheets: [{id: a, prompt: x}]");
    expect(plan.sheets.map((sheet) => skipOf(plan, sheet, makeRecords(plan, new Map())))).toEqual([{ kind: "play" }]);
  });

  it("is skipped when its condition holds, and says so", () => {
    expect(skip("stage == 3")).toEqual({ kind: "skip", why: "skip_when: stage == 3" });
    expect(skip("stage == 2")).toEqual({ kind: "play" });
    expect(skip("sheet == 'c' and limit == 2")).toMatchObject({ kind: "skip" });
  });

  it("is neither skipped nor played when its condition can't be told", () => {
    expect(skip("by_stage[stage]")).toEqual({
      kind: "impossible",
      why: expect.stringContaining("skip_when can't be told: ") as string,
    });
    expect(skip('sheets["nobody"].state == "done"')).toMatchObject({ kind: "impossible" });
    expect(skip("sheets[4].attempts > 1")).toMatchObject({ kind: "impossible" });
  });

  it("may ask whether there is a sheet at all", () => {
    expect(skip("sheets.get(4)").kind).toBe("play");
    expect(skip("sheets.get(1) and sheets[1].attempts == 0").kind).toBe("skip");
  });
});

describe("the job", () => {
  it("is known under Mozart's names", () => {
    expect(skip('job.sheets[1].status == "completed" and job.last_completed_sheet == 1', done).kind).toBe("skip");
    expect(skip("job.last_completed_sheet == 0", skipped).kind).toBe("skip");
    expect(skip('job.total_sheets == 3 and job.status == "running" and job.job_name == name').kind).toBe("skip");
    expect(skip('job.sheets.get(4) or job.status == "failed"').kind).toBe("play");
    expect(() => skip("job.pid == 1")).toThrow(/pid/);
  });
});

describe("other sheets are known by id and by number", () => {
  it("as they are by now", () => {
    const plan = planOf(
      'agent: scripted\nprompt: x\nsheets: [{id: a}, {id: b, after: [a], skip_when: "sheets[1].status == sheets[\\"a\\"].status and sheets[1].attempts > 1"}]',
    );
    const records = makeRecords(plan, new Map());
    const skips = (): readonly Skip["kind"][] => plan.sheets.map((sheet) => skipOf(plan, sheet, records).kind);
    expect(skips()).toEqual(["play", "play"]);
    records.note("a" as SheetId, landed);
    records.note("gone" as SheetId, landed);
    expect(skips()).toEqual(["play", "skip"]);
  });

  it.each<{ state: SheetState; status: string; passed: boolean; attempts: number }>([
    { state: fresh, status: "pending", passed: false, attempts: 0 },
    { state: running, status: "in_progress", passed: false, attempts: 2 },
    { state: captured, status: "in_progress", passed: false, attempts: 2 },
    { state: landed, status: "completed", passed: true, attempts: 2 },
    { state: done, status: "completed", passed: true, attempts: 2 },
    { state: failed, status: "failed", passed: false, attempts: 2 },
    { state: cancelled, status: "failed", passed: false, attempts: 2 },
    { state: skipped, status: "skipped", passed: false, attempts: 0 },
  ])("$state.kind is $status", ({ state, status, passed, attempts }) => {
    for (const other of ['sheets["plan"]', "sheets[1]"]) {
      expect(skip(`${other}.state == "${state.kind}" and ${other}.status == "${status}"`, state).kind).toBe("skip");
      expect(skip(`${other}.validation_passed`, state).kind).toBe(passed ? "skip" : "play");
      expect(skip(`${other}.attempts == ${attempts} and ${other}.attempt_count == ${attempts}`, state).kind).toBe(
        "skip",
      );
    }
  });
});
