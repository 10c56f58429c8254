import { expect, test } from "vitest";
import { makeHeldStage } from "../../../test/kit/held-stage.ts";
import { makeRetry } from "../../../test/kit/jobs.ts";
import { makeRunning } from "../running.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { Trouble } from "../../sheet/trouble/trouble.ts";

const refused: Trouble = { code: "E502", detail: "no such key", resetAt: null };

test("an account that is refused gets nothing more from the moment its run ends, while the work is still being captured", async () => {
  const stage = await makeHeldStage(["a"], { trouble: refused });
  const capturing = stage.hold("capture a");
  await stage.begin();
  await capturing.reached;

  expect(stage.throttles.shut().map(({ shut }) => shut.code)).toEqual(["E502"]);

  capturing.release();
  await stage.parts.stage.playing(stage.job.id)?.rest;
  expect([await stage.status(), await stage.state("a"), stage.played()]).toEqual(["paused", "waiting", 1]);
});

test("a sheet that was about to begin when its account was refused does not begin", async () => {
  const stage = await makeHeldStage(["a", "b"]);
  const reading = stage.hold("readBase");
  await stage.begin();
  await reading.reached;

  const run = { end: { kind: "exited", code: 1 }, trouble: refused, at: 1 as EpochMs, chance: 0 } as const;
  await stage.throttles.note({ agent: { kind: "scripted" } }, run, makeRetry({}));
  reading.release();

  await stage.parts.stage.playing(stage.job.id)?.rest;
  expect([await stage.status(), await stage.state("a"), stage.played()]).toEqual(["paused", "waiting", 0]);
});

test("an agent is not held up by the row that says of its context what its start said already", async () => {
  const stage = await makeHeldStage(["a"]);
  const [placing, playing] = [stage.hold("note placed"), stage.hold("play a")];
  await stage.begin();
  await Promise.all([placing.reached, playing.reached]);

  expect([await stage.state("a"), stage.played()]).toEqual(["running", 1]);

  placing.release();
  playing.release();
  await stage.parts.stage.playing(stage.job.id)?.rest;
  expect([await stage.status(), await stage.state("a"), stage.landed()]).toEqual(["finished", "landed", ["a@1"]]);
});

test("an agent that runs elsewhere than its start said waits until that is written", async () => {
  const stage = await makeHeldStage(["a"], { job: { isolation: { level: "none", per: "sheet", fallback: null } } });
  const placing = stage.hold("noted placed");
  await stage.begin();
  await placing.reached;
  await new Promise(setImmediate);

  expect(stage.played()).toBe(0);

  placing.release();
  await stage.parts.stage.playing(stage.job.id)?.rest;
  expect(stage.played()).toBe(1);
});

test("a sheet that is ended to make room is the newest, and goes on from its work at no cost", async () => {
  const running = makeRunning();
  const stage = await makeHeldStage(["a", "b"], { enlist: (end) => running.enter(end) });
  const [first, second] = [stage.hold("play a"), stage.hold("play b")];
  await stage.begin();
  await Promise.all([first.reached, second.reached]);

  expect(running.endNewest()).toBe(true);
  first.release();
  await stage.parts.stage.playing(stage.job.id)?.rest;

  expect([await stage.status(), await stage.state("a"), await stage.state("b")]).toEqual([
    "finished",
    "landed",
    "landed",
  ]);
  expect([stage.played(), running.endNewest()]).toEqual([3, false]);
});
