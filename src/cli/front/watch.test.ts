import { describe, expect, it } from "vitest";
import { listening } from "../../../test/kit/listening.ts";
import type { Tutti } from "../../api/tutti.ts";
import type { TuttiEvent } from "../../api/contract/events.ts";
import type { JobView } from "../../api/contract/job.ts";
import { TuttiError } from "../../base/error.ts";
import type { EpochMs, JobId } from "../../base/ids.ts";
import { watchToRest } from "./watch.ts";

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
