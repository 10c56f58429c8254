import type { JobId, SheetId } from "../../base/ids.ts";
import type { Shut } from "../../schedule/throttle/throttle.ts";
import type { Job } from "../../sheet/job.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { SheetState } from "../../sheet/state.ts";
import type { JobView } from "../../api/contract/job.ts";
import { currentEvent } from "../../api/feed/current-event.ts";
import { viewFrom } from "./views/job-view.ts";
import { unknownJob } from "../find/unknown.ts";
import { jobsNearest } from "../find/nearest.ts";
import type { ViewerParts } from "../find/viewer-parts.ts";

/** What telling of jobs needs. */
export interface AnswerParts extends ViewerParts {
  /** Why no sheet may start now; `null` when one may. */
  held(): string | null;
  /** The accounts, and accounts' uses of a model, that nothing is sent to now. */
  shut(): readonly ShutGate[] | Promise<readonly ShutGate[]>;
  /** Those of the job's agents that nobody has tried with this version of Tutti, as `tutti agents check` takes them. */
  unverified(job: Job): readonly string[] | Promise<readonly string[]>;
}

/** `key`: as `accountOf` and `laneOf` make it. */
export interface ShutGate {
  readonly key: string;
  readonly shut: Shut;
}

/** A job with what the journal says of it at one moment. */
export interface Known {
  readonly job: Job;
  readonly states: ReadonlyMap<SheetId, SheetState>;
  readonly isPlayed: boolean;
  readonly view: JobView;
}

/** No job picks the newest of the repository that the folder lies in; `undefined` when there is none. */
export async function findKnown(
  parts: AnswerParts,
  { job: id, folder }: { job?: JobId | undefined; folder: string },
): Promise<Known | undefined> {
  const job =
    id === undefined
      ? (await jobsNearest(parts.git, (await parts.store?.jobs()) ?? [], folder))[0]
      : await parts.store?.job(id);
  if (id !== undefined && job === undefined) throw unknownJob(id);
  if (job === undefined) return undefined;
  const isPlayed = await parts.isPlayed(job);
  const states = (await parts.store?.sheets(job.id)) ?? new Map<SheetId, SheetState>();
  return { job, states, isPlayed, view: viewFrom(job, states, isPlayed) };
}

/** What happened to each sheet, oldest first. */
export async function readLives(parts: AnswerParts, job: JobId): Promise<ReadonlyMap<SheetId, readonly SheetEvent[]>> {
  const lives = new Map<SheetId, SheetEvent[]>();
  for (const { sheet, event } of (await parts.store?.events(job)) ?? []) {
    const life = lives.get(sheet);
    if (life === undefined) lives.set(sheet, [currentEvent(event)]);
    else life.push(currentEvent(event));
  }
  return lives;
}
