import { type Bus, makeBus } from "../../src/api/events/bus.ts";
import type { Sink } from "../../src/api/events/follower.ts";
import type { TuttiEvent } from "../../src/api/contract/events.ts";
import type { Store } from "../../src/store/store.ts";
import { openStore } from "../../src/store/sqlite/open.ts";
import { tempFolder } from "./folders.ts";
import { makeJob, started, submitted } from "./jobs.ts";

export const heardJob = makeJob("job-1", ["a", "b"]);
export const otherJob = makeJob("job-2", ["a"]);

export interface Heard {
  readonly store: Store;
  readonly bus: Bus;
  /** Writes so many rows, each by itself, and gives the position of the last. */
  readonly write: (count: number, of?: typeof heardJob) => Promise<number>;
}

/** A journal with two jobs at positions 1 and 2, and a bus over it. */
export async function withBus(play: (heard: Heard) => Promise<void>): Promise<void> {
  const store = await openStore(tempFolder());
  const bus = makeBus({ store, titleOf: (_, sheet) => `do ${sheet}` });
  await store.journal.append([submitted(heardJob), submitted(otherJob)]);
  const write = async (count: number, of = heardJob): Promise<number> => {
    const all = await Promise.all(
      Array.from({ length: count }, (_, at) => store.journal.append([started(of, "a", at)])),
    );
    return Math.max(...all);
  };
  await play({ store, bus, write });
  bus.close();
  await store.close();
}

/** A listener that a test can make full. */
export function makeSink() {
  const events: TuttiEvent[] = [];
  const gaps: { from: number; to: number }[] = [];
  const lost: Error[] = [];
  let isFull = false;
  let drains: (() => void)[] = [];
  let reached: { position: number; resolve: () => void } | undefined;
  const sink: Sink = {
    write: (more) => {
      events.push(...more);
      if (reached !== undefined && (more.at(-1)?.position ?? 0) >= reached.position) reached.resolve();
      return !isFull;
    },
    onDrain: (call) => drains.push(call),
    missed: (gap) => gaps.push(gap),
    lost: (error) => lost.push(error),
  };
  return {
    sink,
    events,
    gaps,
    lost,
    positions: () => events.map((event) => event.position),
    fill: () => (isFull = true),
    drain: () => {
      isFull = false;
      const now = drains;
      drains = [];
      for (const call of now) call();
    },
    drainsAsked: () => drains.length,
    until: (position: number): Promise<void> =>
      (events.at(-1)?.position ?? 0) >= position
        ? Promise.resolve()
        : new Promise((resolve) => (reached = { position, resolve })),
  };
}
