import { describe, expect, it } from "vitest";
import type { LockView } from "../../api/contract/context.ts";
import { reasonToStay } from "./take-away.ts";
import { outcomeOf } from "./inventory.ts";

const lockedBy = (owner: LockView["owner"]): LockView => ({ why: "an agent", pid: 7, owner });

describe("a context may be removed", () => {
  it.each([
    { what: "idle", may: true },
    { what: "locked by one who lives", lock: lockedBy("alive"), may: false },
    { what: "locked by an unknown process", lock: lockedBy("unknown"), may: false },
    { what: "locked by one who is dead", lock: lockedBy("dead"), may: true },
    { what: "locked, but forced", lock: lockedBy("alive"), isForced: true, may: true },
    { what: "in use, although forced", users: [7], isForced: true, may: false },
    { what: "where use can't be told", users: null, may: false },
    { what: "where use can't be told, but forced", users: null, isForced: true, may: true },
    { what: "when it is gone already", state: "gone" as const, isForced: true, may: false },
  ])("$what: $may", ({ lock, users, isForced, state, may }) => {
    const row = { state: state ?? "idle", users: users === undefined ? [] : users, lock: lock ?? null } as const;
    expect(reasonToStay(row, isForced === true) === null).toBe(may);
  });
});

describe("the outcome of a context's work", () => {
  const plan = { cleanupOnSuccess: true };
  const running = { ...plan, status: { kind: "running" } } as const;
  const cancelled = { ...plan, status: { kind: "cancelled" } } as const;
  const paused = { ...plan, status: { kind: "paused", why: "x", cause: { kind: "user" } } } as const;
  const finished = (failed: number) => ({ ...plan, status: { kind: "finished", failed } }) as const;
  const keeping = { ...paused, cleanupOnSuccess: false };
  const [failed, done, waiting] = ["failed", "done", "waiting"] as const;

  it.each([
    { what: "of a job that is played", job: running, isPlayed: true, state: failed, outcome: "live" },
    { what: "of a sheet that failed", job: finished(1), state: failed, outcome: "failed" },
    { what: "of a sheet that is done", job: paused, state: done, outcome: "done" },
    { what: "of a sheet that is done, kept on purpose", job: keeping, state: done, outcome: "failed" },
    { what: "of a sheet that goes on", job: paused, state: waiting, outcome: "paused" },
    { what: "of a sheet of an interrupted job", job: running, state: waiting, outcome: "paused" },
    { what: "of a sheet that never came to its turn again", job: finished(1), state: waiting, outcome: "failed" },
    { what: "of a sheet the journal does not know", job: finished(0), state: undefined, outcome: "unknown" },
    { what: "that a paused job's sheets share", job: paused, state: null, outcome: "paused" },
    { what: "that a good job's sheets share", job: finished(0), state: null, outcome: "done" },
    { what: "that a bad job's sheets share", job: finished(2), state: null, outcome: "failed" },
    { what: "that a cancelled job's sheets share", job: cancelled, state: null, outcome: "failed" },
  ])("$what: $outcome", ({ job, isPlayed, state, outcome }) => {
    expect(outcomeOf(job, { isPlayed: isPlayed === true, state })).toBe(outcome);
  });
});
