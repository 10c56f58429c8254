import { expect, test } from "vitest";
import type { EpochMs } from "../../base/ids.ts";
import { hoursIn } from "../../score/hours.ts";
import { newLane, withRunning, withUse } from "./lane.ts";
import { laneLeave } from "./leave.ts";
import { closedAt, noRules, ruled, usedToday } from "./rules.ts";

const now = new Date("2026-11-17T12:00").getTime() as EpochMs;
const midnight = new Date("2026-11-18T00:00").getTime();
const lane = newLane({ name: "claude", account: "a", window: 4 });
const asking = { now, holder: "me", isUrgent: false };

test("the use of an account in a day is counted over its models, and not over another account or another day", () => {
  const used = withUse(lane, now, { calls: 1, tokens: 100, usd: 2 });
  const other = withUse({ ...lane, account: "b" }, now, { calls: 1, tokens: 5, usd: 5 });
  expect(usedToday([used, used, other], "a", now)).toEqual({ calls: 2, tokens: 200, usd: 4 });
  expect(usedToday([used], "a", midnight as EpochMs)).toEqual({ calls: 0, tokens: 0, usd: 0 });
});

test("a budget of a day that is used up closes its account until midnight, for everyone", () => {
  const day = { calls: 1, tokens: 200, usd: 4 };
  expect(closedAt({ ...noRules, dayUsd: 4 }, { now, isUrgent: true, day })).toEqual({
    kind: "closed",
    why: "usd",
    until: midnight,
    isOwn: true,
  });
  expect(closedAt({ ...noRules, dayTokens: 200 }, { now, isUrgent: false, day })).toMatchObject({ why: "tokens" });
  expect(closedAt({ ...noRules, dayUsd: 4.01, dayTokens: 201 }, { now, isUrgent: false, day })).toBeNull();
});

test("in quiet hours only those start that others wait for", () => {
  const rules = { ...noRules, quiet: hoursIn("11:00-13:00") ?? [] };
  const day = { calls: 0, tokens: 0, usd: 0 };
  expect(closedAt(rules, { now, isUrgent: false, day })).toMatchObject({ why: "quiet", until: now + 3_600_000 });
  expect(closedAt(rules, { now, isUrgent: true, day })).toBeNull();
});

test("a limit that a person sets counts beside what is learnt, whichever is less", () => {
  const busy = withRunning(lane, asking, 2);
  expect(laneLeave(ruled(busy, { ...noRules, sessions: 2 }), asking)).toMatchObject({ kind: "full", most: 2 });
  expect(laneLeave(ruled(busy, { ...noRules, sessions: 9 }), asking).kind).toBe("go");
  const used = withUse(withRunning(busy, { ...asking, now: (now + 1_000) as EpochMs }, 2), now, {
    calls: 60,
    tokens: 0,
    usd: 0,
  });
  expect(laneLeave(ruled(used, { ...noRules, callsPerMinute: 60 }), asking)).toMatchObject({ why: "calls" });
});
