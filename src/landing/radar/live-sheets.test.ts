import { expect, it, test } from "vitest";
import { attemptsOf, landed, running } from "../../../test/kit/sheet-states.ts";
import type { CommitSha } from "../../base/ids.ts";
import { type SheetState, fresh } from "../../sheet/state.ts";
import { type LiveWork, type NewestSnapshot, liveWork } from "./live-sheets.ts";

const work = "c".repeat(40) as CommitSha;
const base = "b".repeat(40) as CommitSha;
const older = "a".repeat(40) as CommitSha;
const snapshot = (attempt: number): NewestSnapshot => ({ commit: work, attempt, base });
const goingOn = { ...running(2), continueFrom: older } as SheetState;

test.each<[string, SheetState, NewestSnapshot | undefined, LiveWork | null]>([
  ["running, by its newest snapshot", running(2), snapshot(2), { from: "snapshot", commit: work, base }],
  [
    "running, when the newest snapshot is of an attempt before that was given up",
    running(2),
    snapshot(1),
    { from: null, why: expect.any(String) as string },
  ],
  ["running on from kept work, before its first snapshot", goingOn, snapshot(1), { from: "kept", commit: older, base }],
  ["running on from kept work, by its own snapshot", goingOn, snapshot(2), { from: "snapshot", commit: work, base }],
  ["captured, by its result", attemptsOf("captured", 1), snapshot(1), { from: "capture", commit: work, base }],
  [
    "waiting with work to go on from",
    { ...fresh, continueFrom: work, continueBase: base },
    undefined,
    { from: "kept", commit: work, base },
  ],
  ["waiting for its first attempt: not live", fresh, undefined, null],
  [
    "running in the user's own folder: nothing of it lands",
    { ...running(1), lands: false } as SheetState,
    snapshot(1),
    null,
  ],
  ["landed: not live", landed("x"), snapshot(1), null],
  ["failed: not live", attemptsOf("failed", 1), snapshot(1), null],
  ["done: not live", attemptsOf("done", 1), snapshot(1), null],
])("%s", (_, ...[state, newest, expected]) => {
  expect(liveWork(state, newest, 120_000)).toEqual(expected);
});

it("of one that nothing is known of, it says when something will be", () => {
  const why = (everyMs: number | null): unknown => liveWork(running(1), undefined, everyMs);
  expect(why(120_000)).toEqual({ from: null, why: "there is no snapshot of attempt 1 yet; one is taken every 2 min" });
  expect(why(5000)).toEqual({ from: null, why: "there is no snapshot of attempt 1 yet; one is taken every 5 s" });
  expect(why(null)).toEqual({
    from: null,
    why: "there is no snapshot of attempt 1, and none is taken before it ends (isolation.snapshot_minutes is 0)",
  });
});
