import { expect, it } from "vitest";
import { makeCounting } from "../../prove/rpc/counting.ts";
import type { TuttiEvent } from "./contract/events.ts";
import { makeDirect, served } from "./direct.ts";

const closed = () => Promise.resolve();

it("the engine of this process gets what one behind a socket would get", async () => {
  const { handlers, bus, calls } = makeCounting((method) => ({ of: method }));
  const tutti = makeDirect(served(handlers, bus), closed);
  expect(await tutti.call("job.pause", { job: "j" })).toEqual({ of: "job.pause" });
  expect(calls).toEqual([{ method: "job.pause", asked: { job: "j", now: false } }]);
});

it.each([
  ["job.pause", { job: 5 }],
  ["job.pause", { job: "j", extra: 1 }],
  ["job.list", null],
  ["constructor", {}],
  ["conductor.hello", { token: "t", protocol: 1, version: "1" }],
  ["events.subscribe", {}],
])("it refuses what one behind a socket would refuse: %s %j", async (method, params) => {
  const { handlers, bus, calls } = makeCounting();
  await expect(
    makeDirect(served(handlers, bus), closed).call(method as "job.list", params as never),
  ).rejects.toMatchObject({
    code: "rpc.invalid",
  });
  expect(calls).toEqual([]);
});

it("a follower of it is never full, and may stop", async () => {
  const { handlers, bus, sinks, tell } = makeCounting();
  const tutti = makeDirect(served(handlers, bus), closed);
  const heard: number[] = [];
  const following = await tutti.follow({ after: 1 }, { hear: ({ position }) => void heard.push(position) });
  expect(tell({ position: 2 } as TuttiEvent, { position: 3 } as TuttiEvent)).toEqual([true]);
  await following.stop();
  expect([heard, sinks.size]).toEqual([[2, 3], 0]);
  await expect(tutti.follow({ after: -1 }, { hear: () => undefined })).rejects.toMatchObject({ code: "rpc.invalid" });
});
