import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { endingOf, isRest } from "../api/contract/ending.ts";
import type { TuttiEvent } from "../api/contract/events.ts";
import type { JobView } from "../api/contract/job.ts";
import type { Params, Tutti } from "../api/tutti.ts";
import { codeOf, TuttiError } from "../base/error.ts";
import type { JobId } from "../base/ids.ts";
import { connect, type ConnectOptions } from "./connect.ts";
import type { Cancellation } from "./execute-types.ts";

interface Playing {
  readonly connection: Pick<ConnectOptions, "home" | "start" | "notice">;
  readonly signal?: Cancellation | undefined;
  /** Hears every event of the job once, with the way to ask more. */
  readonly hear?: (event: TuttiEvent, tutti: Tutti) => void;
  /** Asks more of a job that rests, before the connection is closed. */
  readonly atRest?: (view: JobView, tutti: Tutti) => Promise<void>;
}

/**
 * Submits a job and waits until it rests. The conductor that plays it may be lost meanwhile: another one is found or
 * started, and heard from where the last one was. The signal cancels the job, which then rests soon.
 */
export async function playJob(params: Omit<Params<"job.submit">, "key">, playing: Playing): Promise<JobView> {
  const key = randomUUID();
  let job: JobId | undefined;
  let position = 0;
  let losses = 0;
  for (;;) {
    const tutti = await connect(playing.connection);
    try {
      if (job === undefined) ({ job, position } = await tutti.call("job.submit", { ...params, key }));
      const heard = await followToRest(tutti, { ...playing, job, position, key });
      if (heard.position > position) losses = 0;
      ({ position } = heard);
      if (heard.view === undefined) throw lost();
      await playing.atRest?.(heard.view, tutti);
      return heard.view;
    } catch (error) {
      losses += 1;
      if (!lostCodes.has(codeOf(error)) || losses > mostLosses) throw error;
      await pause(Math.min(50 * 2 ** losses, longestPauseMs));
    } finally {
      await tutti.close().catch(() => undefined);
    }
  }
}

const lostCodes: ReadonlySet<string | undefined> = new Set([
  "conductor.lost",
  "conductor.stopping",
  "conductor.busy",
  "conductor.not_running",
]);
/** In a row, without any news in between. */
const mostLosses = 8;
const longestPauseMs = 2000;

function lost(): TuttiError {
  return new TuttiError("conductor.lost", "the conductor is gone", {
    audience: "environment",
    hint: "The job is safe, and goes on with the next conductor: tutti start. How it is: tutti status.",
  });
}

interface Followed extends Playing {
  readonly job: JobId;
  readonly position: number;
  readonly key: string;
}

/** `view`: of the job that rests; absent: the connection was lost first. */
interface Heard {
  readonly position: number;
  readonly view?: JobView;
}

async function followToRest(tutti: Tutti, { job, signal, hear, key, ...from }: Followed): Promise<Heard> {
  let { position } = from;
  const { promise: over, resolve } = Promise.withResolvers<"rest" | "lost">();
  const cancel = (): void => {
    // A cancelled job rests, which is heard; one that has ended by itself can't be cancelled any more.
    tutti.call("job.cancel", { job, answerWithinMs: 0, key: `${key}-cancel` }).catch(() => undefined);
  };
  const following = await tutti.follow(
    { job, after: position },
    {
      hear(event) {
        position = Math.max(position, event.position);
        // A job whose conductor was stopped goes on with the next one.
        if (isRest(event) && !isByStop(event)) resolve("rest");
        hear?.(event, tutti);
      },
      lost: () => {
        resolve("lost");
      },
    },
  );
  signal?.addEventListener("abort", cancel);
  try {
    if (signal?.aborted === true) cancel();
    // It may have come to rest between two conductors.
    const now = await tutti.call("job.status", { job, folder: "/" });
    if (now !== null && endingOf(now) !== undefined && now.status !== "interrupted") return { position, view: now };
    if ((await over) === "lost") return { position };
    const view = await tutti.call("job.status", { job, folder: "/" });
    return view === null ? { position } : { position, view };
  } finally {
    signal?.removeEventListener("abort", cancel);
    await following.stop().catch(() => undefined);
  }
}

function isByStop({ recorded }: TuttiEvent): boolean {
  return recorded.about === "job" && recorded.event.kind === "paused" && recorded.event.cause.kind === "stop";
}
