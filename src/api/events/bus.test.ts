import { describe, expect, it } from "vitest";
import { heardJob as job, makeSink, otherJob as other, withBus } from "../../../test/kit/bus.ts";
import { makeJob, started, submitted } from "../../../test/kit/jobs.ts";
import type { Follow } from "../contract/events.ts";
import { mostWaiting } from "./follower.ts";
import { makeBus } from "./bus.ts";

const upTo = (last: number, first = 1): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe("a follower", () => {
  it("without a position hears what happens from now on, as it happens", () =>
    withBus(async ({ bus, store, write }) => {
      const one = makeSink();
      const following = await bus.follow({}, one.sink);
      expect(following.position).toBe(2);
      expect(await write(3)).toBe(5);
      expect(one.positions()).toEqual([3, 4, 5]);
      expect(one.events[0]).toMatchObject({
        type: "sheet.started",
        job: "job-1",
        sheet: "a",
        title: "do a",
        state: "running",
        why: null,
      });
      await following.stop();
      await store.journal.append([started(job, "a", 9)]);
      expect([one.positions(), bus.subscribers()]).toEqual([[3, 4, 5], 0]);
    }));

  it.each([0, 1, 700, 1000])(
    "from position %i on hears everything once and in order, while the journal is being written",
    (after) =>
      withBus(async ({ bus, write }) => {
        await write(998);
        const one = makeSink();
        // Something is written in every turn of the loop, from before it reads until after it has read everything.
        const writing = (async () => {
          for (let turn = 0; turn < 60; turn += 1) await write(7);
        })();
        await bus.follow({ after }, one.sink);
        await writing;
        const last = await write(5);
        await one.until(last);
        expect(one.positions()).toEqual(upTo(last, after + 1));
        expect([one.gaps, bus.kept()]).toEqual([[], 0]);
      }),
  );

  it("gets each row exactly once when it begins during a write", () =>
    withBus(async ({ bus, write }) => {
      const sinks = Array.from({ length: 40 }, makeSink);
      const begun = await Promise.all(
        sinks.map(async (one) => {
          const writing = write(2);
          const { position } = await bus.follow({}, one.sink);
          await writing;
          return position;
        }),
      );
      const last = await write(1);
      await Promise.all(sinks.map((one) => one.until(last)));
      for (const [index, one] of sinks.entries()) expect(one.positions()).toEqual(upTo(last, (begun[index] ?? 0) + 1));
    }));

  it("from a position that the journal has not come to hears what is new", () =>
    withBus(async ({ bus, write }) => {
      const one = makeSink();
      await bus.follow({ after: 5000 }, one.sink);
      await write(1);
      expect(one.positions()).toEqual([3]);
    }));

  it("hears only of the job and the types that it asked for, from the journal and live", () =>
    withBus(async ({ bus, store, write }) => {
      await write(300, other);
      const asked: Follow[] = [
        { job: job.id },
        { types: ["job.started"] },
        { job: other.id, types: ["job.started", "conductor.notice"] },
      ];
      const sinks = await Promise.all(
        asked.map(async (what) => {
          const one = makeSink();
          await bus.follow({ after: 0, ...what }, one.sink);
          return one;
        }),
      );
      await write(250, other);
      await store.journal.append([
        started(job, "b", 1),
        submitted(makeJob("job-3", ["a"])),
        { about: "note", job: null, sheet: null, event: { kind: "notice", at: 1 as never, text: "x" } },
      ]);
      await sinks[0]?.until(553);
      await sinks[1]?.until(554);
      expect(sinks.map((one) => one.positions())).toEqual([[1, 553], [1, 2, 554], [2]]);
    }));

  it("of one job leaves the journal alone once it is up to date, whichever rows others write", () =>
    withBus(async ({ store, write }) => {
      let reads = 0;
      const rows: typeof store.rows = (asked) => {
        reads += 1;
        return store.rows(asked);
      };
      const bus = makeBus({ store: { ...store, rows }, titleOf: () => null });
      const one = makeSink();
      await bus.follow({ after: 0, job: job.id }, one.sink);
      for (let turn = 0; turn < 20; turn += 1) await write(1, other);
      expect(reads).toBeLessThanOrEqual(2);
      const last = await write(1);
      expect(one.positions()).toEqual([1, last]);
      bus.close();
    }));

  it("of many that read a long history waits its turn, so that the process is never held up by more than a page", () =>
    withBus(async ({ store, write }) => {
      const last = await write(400);
      let turn = 0;
      const turns: number[] = [];
      const count = (): void => {
        turn += 1;
        ticking = setImmediate(count);
      };
      let ticking = setImmediate(count);
      const rows: typeof store.rows = (asked) => {
        turns.push(turn);
        return store.rows(asked);
      };
      const bus = makeBus({ store: { ...store, rows }, titleOf: () => null });
      const sinks = Array.from({ length: 10 }, makeSink);
      for (const one of sinks) await bus.follow({ after: 0 }, one.sink);
      await Promise.all(sinks.map((one) => one.until(last)));
      clearImmediate(ticking);
      expect(turns.length).toBeGreaterThanOrEqual(30);
      expect(new Set(turns).size).toBe(turns.length);
      bus.close();
    }));

  it("never gets a plan", () =>
    withBus(async ({ bus, store }) => {
      const one = makeSink();
      await bus.follow({ after: 0 }, one.sink);
      await store.journal.append([submitted(makeJob("job-3", ["a"]))]);
      await one.until(3);
      expect(JSON.stringify(one.events)).not.toContain("please do it");
      expect(one.events.map((event) => event.recorded.event)).toEqual(
        [1, 2, 3].map(() => ({ kind: "submitted", at: 1000 })),
      );
    }));
});

describe("a follower that is slow", () => {
  it("for a moment is given what waited, from memory", () =>
    withBus(async ({ bus, write }) => {
      const one = makeSink();
      await bus.follow({}, one.sink);
      one.fill();
      await write(1);
      await write(400);
      expect([one.positions(), bus.kept(), one.drainsAsked()]).toEqual([[3], 400, 1]);
      one.drain();
      expect(one.positions()).toEqual(upTo(403, 3));
      await write(1);
      expect([one.positions().length, bus.kept(), one.gaps]).toEqual([402, 0, []]);
    }));

  it("for long costs no more than the bound, is told what it missed, and gets it from the journal", () =>
    withBus(async ({ bus, write }) => {
      const one = makeSink();
      await bus.follow({}, one.sink);
      one.fill();
      await write(1);
      const kept: number[] = [];
      for (let turn = 0; turn < 30; turn += 1) kept.push(await write(100).then(() => bus.kept()));
      expect([Math.max(...kept), kept.at(-1)]).toEqual([mostWaiting, 0]);
      one.drain();
      expect(one.gaps).toEqual([{ from: 4, to: 3003 }]);
      const last = await write(50);
      await one.until(last);
      expect(one.positions()).toEqual(upTo(last, 3));
      await write(1);
      expect(one.positions().at(-1)).toBe(last + 1);
    }));

  it("and says twice that it has room hears nothing twice", () =>
    withBus(async ({ bus, write }) => {
      const one = makeSink();
      await bus.follow({}, { ...one.sink, onDrain: (call) => [call, call].forEach((each) => one.sink.onDrain(each)) });
      one.fill();
      await write(1);
      await write(1500);
      one.drain();
      const last = await write(10);
      await one.until(last);
      expect(one.positions()).toEqual(upTo(last, 3));
    }));

  it("also while it reads the journal gets the next page only when it has room", () =>
    withBus(async ({ bus, write }) => {
      const last = await write(1000);
      const one = makeSink();
      one.fill();
      const pages: number[] = [];
      await bus.follow({ after: 0 }, one.sink);
      while (one.events.at(-1)?.position !== last) {
        // Each turn of the loop is a chance to read on without having room.
        for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        pages.push(one.events.length);
        one.drain();
        one.fill();
      }
      expect(pages).toEqual([200, 400, 600, 800, 1000, ...pages.slice(5)]);
      expect(one.positions()).toEqual(upTo(last));
    }));

  it("holds up neither the writer nor the others, and what waits for many is in memory once", () =>
    withBus(async ({ bus, write }) => {
      const stopped = Array.from({ length: 50 }, makeSink);
      const quick = makeSink();
      for (const one of [...stopped, quick]) await bus.follow({}, one.sink);
      for (const one of stopped) one.fill();
      const last = await write(500);
      expect(quick.positions()).toEqual(upTo(last, 3));
      expect(stopped.map((one) => one.events.length)).toEqual(stopped.map(() => 500));
      await write(500);
      expect([quick.events.length, bus.kept()]).toEqual([1000, 50 * 500]);
      for (const one of stopped) one.drain();
      expect(new Set(stopped.flatMap((one) => one.events)).size).toBe(1000);
    }));
});

describe("a follower that fails", () => {
  it("is let go with the reason, and the others go on", () =>
    withBus(async ({ bus, write }) => {
      const [first, bad, last] = [makeSink(), makeSink(), makeSink()];
      const fault = (): never => {
        throw new Error("a fault of the sink's own");
      };
      await bus.follow({}, first.sink);
      await bus.follow({}, { ...bad.sink, write: fault });
      await bus.follow({}, { ...bad.sink, write: fault, lost: fault });
      await bus.follow({ after: 0 }, { ...bad.sink, write: fault });
      await bus.follow({}, last.sink);
      await write(2);
      expect(bad.lost.map((error) => error.message)).toEqual([
        "a fault of the sink's own",
        "a fault of the sink's own",
      ]);
      expect([first.positions(), last.positions(), bus.subscribers()]).toEqual([[3, 4], [3, 4], 2]);
    }));

  it("because the journal can't be read is told so, unless it has left before", () =>
    withBus(async ({ store }) => {
      const broken = makeBus({
        store: { ...store, rows: () => Promise.reject(new Error("disk I/O error")) },
        titleOf: () => null,
      });
      const one = makeSink();
      const left = makeSink();
      await broken.follow({ after: 0 }, one.sink);
      await (await broken.follow({ after: 0 }, left.sink)).stop();
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      expect([one.lost.map((error) => error.message), left.lost, broken.subscribers()]).toEqual([
        ["disk I/O error"],
        [],
        0,
      ]);
      broken.close();
    }));

  it("gets one notice that the conductor stops when the bus is closed, and no new follower is accepted", () =>
    withBus(async ({ bus, write }) => {
      const one = makeSink();
      await bus.follow({}, one.sink);
      bus.close();
      bus.close();
      await write(1);
      expect([one.lost, one.events, bus.subscribers()]).toMatchObject([[{ code: "conductor.stopping" }], [], 0]);
      await expect(bus.follow({}, one.sink)).rejects.toMatchObject({ code: "conductor.stopping" });
    }));
});
