import type { JobId } from "../../base/ids.ts";
import type { JobSummary } from "./job.ts";
import { heldWords, type QueueView } from "./landing/queue.ts";

/** The decisions and actions that work needs from a person before it goes on. */
export interface Need {
  readonly job: JobId;
  readonly sheet: string | null;
  readonly why: string;
}

/** Pauses that end by themselves, or that a person asked for, are no news to a person. */
const ownEnd = ["user", "stop", "parked", "pulls"];

/** The jobs that rest for a person come first, then results that wait for a word. */
export function needsOf(jobs: readonly JobSummary[], queues: readonly QueueView[]): readonly Need[] {
  const paused = jobs.flatMap(({ id, status, pause, why }): readonly Need[] =>
    status !== "paused" || pause === null || pause.kind === "approval" || ownEnd.includes(pause.kind)
      ? []
      : [{ job: id, sheet: null, why: why ?? pause.kind }],
  );
  const held = queues.flatMap(({ held: rows }) =>
    rows.map(({ job, sheet, held: how, why }) => ({
      job: job as JobId,
      sheet,
      why: why ?? (how === null ? "waits for a person" : heldWords(how)),
    })),
  );
  return [...paused, ...held];
}
