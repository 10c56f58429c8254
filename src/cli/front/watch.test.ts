import { describe, expect, it } from "vitest";
import { listening } from "../../../test/kit/listening.ts";
import type { Tutti } from "../../api/tutti.ts";
import type { TuttiEvent } from "../../api/contract/events.ts";
import type { JobView } from "../../api/contract/job.ts";
import { TuttiError } from "../../base/error.ts";
import type { EpochMs, JobId } from "../../base/ids.ts";
import type { PauseCause } from "../../sheet/rest/rest.ts";
import type { Reached } from "../reach.ts";
import { hearOut, makeCursor, watchToRest } from "./watch.ts";

const job = "job" as JobId;
const lost = (): TuttiError => new TuttiError("conductor.lost", "gone", { audience: "environment" });
const counts = { sheets: 1, landed: 1, done: 0, skipped: 0 };
const finished: TuttiEvent = {
  position: 2,
  index: 0,
  type: "job.completed",
  at: 0 as EpochMs,
  job,
  sheet: null,
  title: null,
  state: null,
  why: null,
  recorded: { about: "job", event: { kind: "finished", at: 0 as EpochMs, failed: 0 } },
};

/**
 * A conductor as a client meets it: what it says of the job, `null` for one that is gone, and what is heard of it then.
 */
function conductor(status: string | null, heard: TuttiEvent | null): Tutti {
  return {
    call: () => (status === null ? Promise.reject(lost()) : Promise.resolve({ status, counts } as never)),
    follow: (_, listener) => {
      if (status === null) return Promise.reject(lost());
      if (heard === null) listener.lost?.(lost());
      else listener.hear(heard);
      return Promise.resolve({ position: 1, stop: () => Promise.resolve() });
    },
    close: () => Promise.resolve(),
  };
}

describe("watching a job", () => {
  it("a conductor that is lost as soon as it was found is not the end of the job", async () => {
    const conductors = [conductor("running", null), conductor(null, null), conductor("running", finished)];
    const shown: JobView[] = [];
    const end = await watchToRest(listening().terminal, {
      link: {
        reached: () => ({ kind: "conductor", tutti: conductors[0] as Tutti }),
        renew: () => Promise.resolve(conductors.shift() === undefined ? "left" : "renewed"),
        close: () => Promise.resolve(),
      },
      job,
      from: 0,
      view: {
        begin: (view) => void shown.push(view),
        show: () => undefined,
        notice: () => undefined,
        close: () => undefined,
      },
      stop: new AbortController().signal,
    });
    expect(end.kind).toBe("rest");
    expect(conductors.length).toBe(1);
    expect(shown.length).toBe(2);
  });
});

const full = new TuttiError("store.write_failed", "the disk is full", { audience: "environment" });

function paused(cause: PauseCause): TuttiEvent {
  const event = { kind: "paused", at: 0 as EpochMs, why: "", cause } as const;
  return {
    position: 1,
    index: 0,
    type: "job.paused",
    at: 0 as EpochMs,
    job,
    sheet: null,
    title: null,
    state: null,
    why: null,
    recorded: { about: "job", event },
  };
}

/** Tells these events, and then that it is lost. */
function telling(...events: readonly TuttiEvent[]): Tutti {
  return {
    call: () => Promise.reject(full),
    follow: (_, listener) => {
      for (const event of events) listener.hear(event);
      listener.lost?.(full);
      return Promise.resolve({ position: 0, stop: () => Promise.resolve() });
    },
    close: () => Promise.resolve(),
  };
}

const silent: Tutti = { ...telling(), follow: () => Promise.resolve({ position: 0, stop: () => Promise.resolve() }) };

function hear(reached: Reached, stop = new AbortController().signal) {
  return hearOut(reached, { job, cursor: makeCursor(0), stop, notice: () => undefined, hear: () => undefined });
}

const local = (tutti: Tutti, more: Partial<Extract<Reached, { kind: "local" }>> = {}): Reached => ({
  kind: "local",
  tutti,
  stop: () => Promise.resolve(),
  broken: new Promise(() => undefined),
  ...more,
});

describe("following a job to its rest", () => {
  it("goes on when it is paused by the end of its conductor: only the next one knows more", async () => {
    expect(await hear({ kind: "conductor", tutti: telling(paused({ kind: "stop" })) })).toMatchObject({ kind: "lost" });
    expect(await hear({ kind: "conductor", tutti: telling(paused({ kind: "user" })) })).toEqual({ kind: "rest" });
    expect(await hear(local(telling(paused({ kind: "stop" }))))).toEqual({ kind: "rest" });
  });

  it("does not wait for an engine of its own whose store can't be written any more", async () => {
    expect(await hear(local(silent, { broken: Promise.resolve(full) }))).toEqual({ kind: "lost", error: full });
  });

  it("takes a conductor that lets no client follow for one that is lost", async () => {
    expect(await hear({ kind: "conductor", tutti: { ...silent, follow: () => Promise.reject(full) } })).toEqual({
      kind: "lost",
      error: full,
    });
  });

  it("leaves a conductor at once when a person wants to, and asks an engine of its own to stop", async () => {
    const stop = AbortSignal.abort();
    expect(await hear({ kind: "conductor", tutti: silent }, stop)).toEqual({ kind: "detached" });
    const asked: string[] = [];
    const engine = local(telling(paused({ kind: "stop" })), { stop: (why) => Promise.resolve(void asked.push(why)) });
    expect(await hear(engine, stop)).toEqual({ kind: "rest" });
    expect(asked).toEqual(["stopped by a person"]);
  });
});

const at = (position: number, index = 0): { position: number; index: number } => ({ position, index });

describe("a client that follows a job over several connections", () => {
  it("hears what comes again only once", () => {
    const cursor = makeCursor(3);
    expect(
      [at(3), at(4), at(4, 1), at(4), at(4, 1), at(7), at(4, 1), at(7, 1)].map((event) => cursor.take(event)),
    ).toEqual([false, true, true, false, false, true, false, true]);
  });

  it("asks for the last position once more, of which perhaps only a part came", () => {
    const cursor = makeCursor(3);
    expect(cursor.after()).toBe(3);
    cursor.take(at(9));
    expect(cursor.after()).toBe(8);
    expect([cursor.take(at(9)), cursor.take(at(9, 1))]).toEqual([false, true]);
  });
});
