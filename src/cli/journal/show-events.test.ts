import { describe, expect, it } from "vitest";
import { heardJob, otherJob, withBus } from "../../../test/kit/bus.ts";
import { started } from "../../../test/kit/jobs.ts";
import type { Tutti } from "../../api/tutti.ts";
import { makeDirect } from "../../api/direct.ts";
import { served } from "../../api/direct.ts";
import type { Handlers } from "../../api/methods/table.ts";
import type { Bus } from "../../api/events/bus.ts";
import { eventsOf } from "../../api/events/events-of.ts";
import type { Store } from "../../store/store.ts";
import { type EventsAsked, showLive, showRecorded } from "./show-events.ts";

const all: EventsAsked = { job: undefined, after: undefined, types: undefined, folder: "/" };

/** Of all methods, events need only this one; its pages are small here, so that there are several. */
function open(store: Store, bus: Bus): Tutti {
  const history: Handlers["job.history"] = async ({ job, after = 0 }) => {
    const rows = await store.rows({ after, limit: 20, ...(job === undefined ? {} : { job }) });
    return {
      job: job ?? heardJob.id,
      events: rows.flatMap((row) => eventsOf(row, null)),
      next: rows.length < 20 ? null : (rows.at(-1)?.position ?? null),
    };
  };
  return makeDirect(served({ "job.history": history } as unknown as Handlers, bus), () => Promise.resolve());
}

async function recorded(tutti: Tutti, asked: Partial<EventsAsked>): Promise<readonly number[]> {
  const positions: number[] = [];
  await showRecorded(tutti, { ...all, ...asked }, (event) => positions.push(event.position));
  return positions;
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe("the events that are recorded", () => {
  it("are the newest fifty, or all behind a position", () =>
    withBus(async ({ store, bus, write }) => {
      const tutti = open(store, bus);
      expect(await recorded(tutti, {})).toEqual([1, 2]);
      const last = await write(500);
      expect(await recorded(tutti, {})).toEqual(range(last - 49, last));
      expect(await recorded(tutti, { after: 3 })).toEqual(range(4, last));
      expect(await recorded(tutti, { after: last })).toEqual([]);
      expect(bus.subscribers()).toBe(0);
    }));

  it("may be of some types only, even when the newest is not among them", () =>
    withBus(async ({ store, bus, write }) => {
      await write(300);
      expect(await recorded(open(store, bus), { types: ["job.started"] })).toEqual([1, 2]);
      expect(await recorded(open(store, bus), { types: ["job.started"], after: 1 })).toEqual([2]);
    }));

  it("of one job come from its history", () =>
    withBus(async ({ store, bus, write }) => {
      await write(30, otherJob);
      await write(70);
      const tutti = open(store, bus);
      expect(await recorded(tutti, { job: otherJob.id })).toEqual([2, ...range(3, 32)]);
      expect(await recorded(tutti, { job: heardJob.id, after: 0 })).toEqual([1, ...range(33, 102)]);
      expect(await recorded(tutti, { job: heardJob.id })).toEqual(range(53, 102));
    }));

  it("end where the journal stood at the beginning, although it is being written", () =>
    withBus(async ({ store, bus, write }) => {
      await write(400);
      const writing = write(200);
      const seen = await recorded(open(store, bus), { after: 0 });
      expect(seen).toEqual(range(1, seen.length));
      expect(seen.length).toBeGreaterThanOrEqual(402);
      await writing;
    }));
});

describe("following", () => {
  it("shows what happens, until it is stopped", () =>
    withBus(async ({ store, bus, write }) => {
      const stop = new AbortController();
      const positions: number[] = [];
      const watch = {
        show: (event: { position: number }) => positions.push(event.position),
        missed: () => undefined,
        stop: stop.signal,
      };
      const ended = showLive(open(store, bus), { ...all, after: 1, job: heardJob.id }, watch);
      await write(3);
      await store.journal.append([started(otherJob, "a", 1), started(heardJob, "b", 2)]);
      while (positions.length < 4) await new Promise((resolve) => setImmediate(resolve));
      stop.abort();
      await ended;
      await write(1);
      expect([positions, bus.subscribers()]).toEqual([[3, 4, 5, 7], 0]);
    }));

  it("fails when the conductor ends", () =>
    withBus(async ({ store, bus }) => {
      const following = showLive(open(store, bus), all, {
        show: () => undefined,
        missed: () => undefined,
        stop: new AbortController().signal,
      });
      while (bus.subscribers() === 0) await new Promise((resolve) => setImmediate(resolve));
      bus.close();
      await expect(following).rejects.toMatchObject({ code: "conductor.stopping" });
    }));
});
