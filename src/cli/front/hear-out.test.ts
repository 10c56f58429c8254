import { describe, expect, it } from "vitest";
import type { Tutti } from "../../api/tutti.ts";
import type { TuttiEvent } from "../../api/contract/events.ts";
import { TuttiError } from "../../base/error.ts";
import type { EpochMs, JobId } from "../../base/ids.ts";
import type { PauseCause } from "../../sheet/rest.ts";
import type { Reached } from "../reach.ts";
import { makeCursor } from "./cursor.ts";
import { hearOut } from "./watch.ts";

const job = "job" as JobId;
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

describe("whoever hears of a job", () => {
  it("goes on when it is paused by the end of its conductor: only the next one knows more", async () => {
    expect(await hear({ kind: "conductor", tutti: telling(paused({ kind: "stop" })) })).toMatchObject({ kind: "lost" });
    expect(await hear({ kind: "conductor", tutti: telling(paused({ kind: "user" })) })).toEqual({ kind: "rest" });
    expect(await hear(local(telling(paused({ kind: "stop" }))))).toEqual({ kind: "rest" });
  });

  it("does not wait for an engine of its own whose store can't be written any more", async () => {
    expect(await hear(local(silent, { broken: Promise.resolve(full) }))).toEqual({ kind: "lost", error: full });
  });

  it("takes a conductor that lets nobody follow for one that is lost", async () => {
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
