import { settingOf } from "../../kit/setting.ts";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { QueueView } from "../../../src/api/contract/landing/queue.ts";
import { gitIn, hermetic } from "../../kit/git.ts";
import { TuttiError } from "../../../src/base/error.ts";
import { nameOf } from "../../../src/base/names.ts";
import { realWorld } from "../../../src/base/world/real-world.ts";
import { openLooker } from "../../../src/root/looking.ts";
import { placesIn } from "../../../src/isolation/home/places.ts";
import { acquireOsLock } from "../../../src/lock/os-lock.ts";
import { until } from "../../kit/conductor.ts";
import { tempFolder } from "../../kit/folders.ts";
import { type Live, happened, rests, withLive } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";
import { landed, scoreOf, states } from "../conductor/story.ts";
import { itLong } from "../../kit/long.ts";

const here = (live: Live) => ({ folder: live.repository });
const queueOf = async (live: Live): Promise<QueueView | undefined> =>
  (await live.tutti.call("queue.list", here(live)))[0];
const rows = (queue: QueueView | undefined) =>
  [...(queue?.entries ?? []), ...(queue?.held ?? [])].map(({ place, sheet, state }) => [place, sheet, state]);

describe("tutti gates and tutti queue", () => {
  const gateNames = (queue: QueueView | undefined) =>
    [...(queue?.entries ?? []), ...(queue?.held ?? [])].map(({ gates }) => gates.map(({ name }) => name));
  const gatesHere = (live: Live) => live.tutti.call("gates.list", here(live));
  /** The report of both commands on the target's gates and on the results that wait for them. */
  const both = async (live: Live) => {
    const [{ gates, queue }, found] = [await gatesHere(live), await queueOf(live)];
    expect(queue).toEqual({
      isPaused: found?.isPaused ?? false,
      pausedAt: found?.pausedAt ?? null,
      waiting: found?.entries.length ?? 0,
      held: found?.held.length ?? 0,
      stopped: [...new Set(found?.entries.flatMap(({ why }) => why ?? []))],
    });
    for (const names of gateNames(found)) expect(names).toEqual(gates.map(({ name }) => name));
    return { gates: gates.map(({ name, jobs }) => [name, jobs]), rows: rows(found) };
  };

  it("agree on the gates that apply and on the results that wait, for every place of gates and every state of the queue", async () => {
    const repository = makeRepository({ ".tutti/gates.yaml": 'gates: [{ name: own, run: "false" }]\n' });
    await withLive(
      async (live) => {
        expect(await both(live)).toEqual({ gates: [["own", []]], rows: [] });
        const score = scoreOf(
          { a: "create a.txt a" },
          { landing: { mode: "approve", gates: [{ name: "extra", run: "true" }] } },
        );
        const job = await live.submit(score);
        await live.until(job, rests(1));
        const gates = [
          ["own", []],
          ["extra", [job]],
        ];
        expect(await both(live)).toEqual({ gates, rows: [[null, "a", "held"]] });
        await live.tutti.call("queue.pause", here(live));
        await live.tutti.call("sheet.approve", { job, sheets: ["a"] });
        await live.until(job, rests(2));
        expect(await both(live)).toEqual({ gates, rows: [[1, "a", "paused"]] });
        await live.tutti.call("queue.resume", here(live));
        await live.until(job, rests(3));
        expect(await both(live)).toEqual({ gates, rows: [[1, "a", "paused"]] });
        expect((await gatesHere(live)).queue.stopped).toEqual([
          expect.stringContaining("gate own fails on refs/heads/main itself"),
        ]);
        repository.commit({ ".tutti/gates.yaml": "gates: [{ nme: x }]\n" });
        const why = expect.stringContaining("gates[0].nme: unknown key") as string;
        expect(await queueOf(live)).toMatchObject({ problem: why });
        await expect(gatesHere(live)).rejects.toMatchObject({ message: why });
      },
      { repository: repository.path },
    );
  });

  itLong("agree on a score that wants no gates", async () => {
    const repository = makeRepository({ ".tutti/gates.yaml": 'gates: [{ name: own, run: "false" }]\n' });
    await withLive(
      async (live) => {
        const job = await live.submit(
          scoreOf({ a: "create a.txt a" }, { landing: { mode: "approve", tests: "none" } }),
        );
        await live.until(job, rests(1));
        expect(gateNames(await queueOf(live))).toEqual([[]]);
        const notes = [`results of ${job} pass no gates: its score says tests: none`];
        expect(await live.tutti.call("gates.list", { ...here(live), job })).toMatchObject({ gates: [], notes });
        expect(await gatesHere(live)).toMatchObject({ gates: [{ name: "own" }], notes });
      },
      { repository: repository.path },
    );
  });
});

describe("a paused queue", () => {
  it("lets nothing land; its job rests, also over a restart, and both go on when it is resumed", async () => {
    const home = join(tempFolder(), "home");
    const repository = makeRepository().path;
    const job = await withLive(
      async (live) => {
        expect(await live.tutti.call("queue.pause", here(live))).toMatchObject({
          target: "refs/heads/main",
          isPaused: true,
        });
        const begun = await live.submit(scoreOf({ a: "create a.txt a", b: "create b.txt b" }));
        await live.until(begun, rests(1));
        expect(await live.status(begun)).toMatchObject({ status: "paused", pause: { kind: "queue", target: "main" } });
        return begun;
      },
      { home, repository },
    );
    expect(landed(repository)).toEqual([]);
    await withLive(
      async (live) => {
        expect(await queueOf(live)).toMatchObject({ isPaused: true, pausedAt: expect.any(Number) as number });
        expect(rows(await queueOf(live))).toEqual([
          [1, "a", "paused"],
          [2, "b", "paused"],
        ]);
        expect(await live.tutti.call("queue.resume", here(live))).toMatchObject({
          isPaused: false,
          resumed: [job],
          stuck: [],
        });
        await live.until(job, rests(2));
        expect([(await live.status(job)).status, landed(repository).toSorted()]).toEqual(["finished", ["a", "b"]]);
        expect(await live.tutti.call("queue.list", here(live))).toEqual([]);
      },
      { home, repository },
    );
  });

  itLong("is one of a target: another branch of the same repository is not held up by it", async () => {
    await withLive(async (live) => {
      gitIn(live.repository, ["branch", "other"]);
      await live.tutti.call("queue.pause", { ...here(live), target: "other" });
      const job = await live.submit(scoreOf({ a: "create a.txt a" }));
      await live.until(job, rests(1));
      expect([(await live.status(job)).status, landed(live.repository)]).toEqual(["finished", ["a"]]);
    });
  });

  it("gives back what waits for its gates, and lands it when it goes on", async () => {
    const repository = makeRepository({ "a.txt": "a\n" });
    await withLive(
      async (live) => {
        repository.commit({
          ".tutti/gates.yaml": `gates: [{ name: slow, run: "while test ! -e '${live.gate}'; do sleep 0.05; done" }, { name: last, run: "true" }]`,
        });
        const job = await live.submit(scoreOf({ a: "create b.txt b" }));
        const tested = await until(async () => {
          const queue = await queueOf(live);
          return queue?.entries[0]?.state === "testing" ? queue : undefined;
        });
        expect(tested.entries[0]).toMatchObject({
          place: 1,
          gates: [
            { name: "slow", state: "running" },
            { name: "last", state: "waiting" },
          ],
          since: expect.any(Number) as number,
        });
        await live.tutti.call("queue.pause", here(live));
        await live.until(job, rests(1));
        live.open();
        expect(rows(await queueOf(live))).toEqual([[1, "a", "paused"]]);
        await live.tutti.call("queue.resume", here(live));
        await live.until(job, rests(2));
        expect(await states(live, job)).toEqual({ a: "landed" });
      },
      { repository: repository.path },
    );
  });
});

it("results that a person puts first land before all others, in that order", async () => {
  await withLive(async (live) => {
    await live.tutti.call("queue.pause", here(live));
    const job = await live.submit(
      scoreOf({ a: "create a.txt a", b: "create b.txt b", c: "create c.txt c", d: "create d.txt d" }),
      { parallel: 4 },
    );
    await live.until(job, rests(1));
    await live.tutti.call("queue.reorder", { ...here(live), sheets: ["d"] });
    const change = await live.tutti.call("queue.reorder", { ...here(live), sheets: ["c", `${job}/a`] });
    expect(change.first).toEqual([`${job}/c`, `${job}/a`, `${job}/d`]);
    expect((await queueOf(live))?.entries.map(({ sheet }) => sheet)).toEqual(["c", "a", "d", "b"]);
    await live.tutti.call("queue.resume", here(live));
    await live.until(job, rests(2));
    expect(landed(live.repository).toReversed()).toEqual(["c", "a", "d", "b"]);
    await expect(live.tutti.call("queue.reorder", { ...here(live), sheets: ["a"] })).rejects.toMatchObject({
      code: "cli.usage",
    });
  });
});

describe("a result that is taken out of the queue", () => {
  it("does not land; its work is kept, and an approval, which tells why it was held, puts it back", async () => {
    await withLive(async (live) => {
      await live.tutti.call("queue.pause", here(live));
      const job = await live.submit(scoreOf({ a: "create a.txt a", b: "create b.txt b" }));
      await live.until(job, rests(1));
      expect(await live.tutti.call("queue.eject", { ...here(live), sheet: "b", by: "ada" })).toEqual({
        job,
        sheet: "b",
        title: "b",
        target: "refs/heads/main",
      });
      await expect(live.tutti.call("queue.eject", { ...here(live), sheet: "b" })).rejects.toMatchObject({
        code: "job.not_now",
      });
      await live.tutti.call("queue.resume", here(live));
      await live.until(job, rests(2));
      expect([await states(live, job), landed(live.repository)]).toEqual([{ a: "landed", b: "captured" }, ["a"]]);
      expect(await live.status(job)).toMatchObject({ status: "paused", pause: { kind: "approval", sheets: 1 } });
      expect((await queueOf(live))?.held).toMatchObject([
        {
          place: null,
          sheet: "b",
          state: "held",
          why: "ada took it out of the queue",
          held: { kind: "ejected", by: "ada" },
        },
      ]);
      expect((await live.tutti.call("sheet.approve", { job, sheets: ["b"] })).notes).toEqual([
        "b was held: ada took it out of the queue",
      ]);
      await live.until(job, rests(3));
      expect([(await live.status(job)).status, landed(live.repository)]).toEqual(["finished", ["b", "a"]]);
    });
  });

  itLong("leaves a test that runs for it, and those behind it land without it", async () => {
    const repository = makeRepository({ "a.txt": "a\n" });
    await withLive(
      async (live) => {
        repository.commit({
          ".tutti/gates.yaml": `gates: [{ name: slow, run: "test ! -e bad.txt || while test ! -e '${live.gate}'; do sleep 0.05; done" }]`,
        });
        const job = await live.submit(scoreOf({ bad: "create bad.txt x" }));
        await until(async () => ((await queueOf(live))?.entries[0]?.state === "testing" ? true : undefined));
        await live.tutti.call("queue.eject", { ...here(live), sheet: "bad" });
        await live.until(job, rests(1));
        const good = await live.submit(scoreOf({ good: "create good.txt x" }));
        await live.until(good, rests(1));
        expect([await states(live, job), await states(live, good)]).toEqual([{ bad: "captured" }, { good: "landed" }]);
      },
      { repository: repository.path },
    );
  });

  it("can't be one that is being published at this moment", async () => {
    const home = join(tempFolder(), "home");
    const repository = makeRepository().path;
    await withLive(
      async (live) => {
        const { locks } = placesIn(home);
        mkdirSync(locks, { recursive: true });
        const lock = await acquireOsLock(join(locks, nameOf(repository)), realWorld, {
          refused: () => new TuttiError("store.locked", "held", { audience: "user" }),
        });
        const job = await live.submit(scoreOf({ a: "create a.txt a" }));
        await live.until(job, happened("sheet.landing", "a"));
        await expect(live.tutti.call("queue.eject", { ...here(live), sheet: "a" })).rejects.toMatchObject({
          code: "job.not_now",
          message: "a is being published at this moment",
        });
        expect(rows(await queueOf(live))).toEqual([[1, "a", "landing"]]);
        lock.release();
        await live.until(job, rests(1));
        expect(await states(live, job)).toEqual({ a: "landed" });
      },
      { home, repository },
    );
  });
});

it("a read-only client derives the same places from the states alone, with protected paths below the line", async () => {
  const home = join(tempFolder(), "home");
  const repository = makeRepository().path;
  const read = async (): Promise<QueueView | undefined> => {
    const tutti = await openLooker(settingOf(home, hermetic));
    try {
      return (await tutti.call("queue.list", { folder: repository, all: true }))[0];
    } finally {
      await tutti.close();
    }
  };
  await withLive(
    async (live) => {
      const job = await live.submit(
        scoreOf({ a: "create a.txt a", b: "create secret/b.txt b" }, { landing: { protected: ["secret/**"] } }),
      );
      await live.until(job, rests(1));
      await live.tutti.call("queue.pause", here(live));
      const more = await live.submit(scoreOf({ c: "create c.txt c", d: "create d.txt d" }));
      await live.until(more, rests(1));
      await live.tutti.call("queue.reorder", { ...here(live), sheets: ["d"] });
    },
    { home, repository },
  );
  const queue = await read();
  expect([rows(queue), queue?.window]).toEqual([
    [
      [1, "d", "paused"],
      [2, "c", "paused"],
      [null, "b", "held"],
    ],
    null,
  ]);
  expect(queue?.held[0]?.why).toBe("it changes protected paths: secret/b.txt");
});
