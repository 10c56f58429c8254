import { expect, it } from "vitest";
import type { EpochMs, JobId } from "../../base/ids.ts";
import type { Activity } from "../../sheet/activity.ts";
import { makeActivityFeed } from "./activity.ts";

const of = (job: string, sheet: string, action: string): Activity => ({
  job: job as JobId,
  sheet,
  attempt: 1,
  at: 1 as EpochMs,
  action,
  bytes: action.length,
  usd: null,
});

function scene() {
  const due: (() => void)[] = [];
  const feed = makeActivityFeed({ after: (_, call) => (due.push(call), () => undefined) });
  const pass = (): void => {
    for (const call of due.splice(0)) call();
  };
  const follower = (job?: string) => {
    const got: string[][] = [];
    const state = { isFull: false };
    const stop = feed.follow(job as JobId | undefined, (all) => {
      if (!state.isFull) got.push(all.map(({ sheet, action }) => `${sheet}: ${action}`));
      return !state.isFull;
    });
    return { got, state, stop };
  };
  return { feed, pass, follower, due };
}

it("many changes of a moment are one message with the last of each sheet", () => {
  const { feed, pass, follower } = scene();
  const { got } = follower();
  feed.note(of("j", "a", "reads"));
  feed.note(of("j", "b", "waits"));
  feed.note(of("j", "a", "writes"));
  pass();
  pass();
  expect(got).toEqual([["a: writes", "b: waits"]]);
});

it("a new follower hears what is under way, of its job alone, and nothing of what is over", () => {
  const { feed, pass, follower } = scene();
  feed.note(of("j", "a", "reads"));
  feed.note(of("k", "a", "sleeps"));
  feed.note(of("j", "b", "writes"));
  feed.over({ job: "j" as JobId, sheet: "b" });
  const { got } = follower("j");
  pass();
  expect(got).toEqual([["a: reads"]]);
});

it("a follower that is full gets the newest when it has room, and delays no other", () => {
  const { feed, pass, follower } = scene();
  const [slow, quick] = [follower(), follower()];
  slow.state.isFull = true;
  feed.note(of("j", "a", "reads"));
  pass();
  feed.note(of("j", "a", "writes"));
  pass();
  slow.state.isFull = false;
  pass();
  expect([slow.got, quick.got]).toEqual([[["a: writes"]], [["a: reads"], ["a: writes"]]]);
});

it("nothing is due while no one follows", () => {
  const { feed, due, follower } = scene();
  follower().stop();
  feed.note(of("j", "a", "reads"));
  expect(due).toEqual([]);
});
