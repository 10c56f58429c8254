import type { JobId, SheetId } from "../../base/ids.ts";
import type { Job } from "../../sheet/job.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { SheetState } from "../../sheet/state.ts";
import type { JobView } from "../../api/contract/job.ts";
import { currentEvent } from "../../api/events/events-of.ts";
import { viewFrom } from "./views/job-view.ts";
import { unknownJob } from "../find/unknown.ts";
import { jobNearest } from "../find/nearest.ts";
import type { Viewer } from "../find/viewer.ts";

/** A job with what the journal says of it at one moment. */
export interface Known {
  readonly job: Job;
  readonly states: ReadonlyMap<SheetId, SheetState>;
  readonly isPlayed: boolean;
  /** Made when it is looked at: a piece of a log needs none. */
  readonly view: JobView;
}

/** No job picks the newest of the repository that the folder lies in; `undefined` when there is none. */
export async function findKnown(
  parts: Viewer,
  { job: id, folder }: { job?: JobId | undefined; folder: string },
): Promise<Known | undefined> {
  const job = id === undefined ? await jobNearest(parts.git, parts.store, folder) : await parts.store?.job(id);
  if (id !== undefined && job === undefined) throw unknownJob(id);
  if (job === undefined) return undefined;
  const isPlayed = await parts.isPlayed(job);
  const states = (await parts.store?.sheets(job.id)) ?? new Map<SheetId, SheetState>();
  let view: JobView | undefined;
  return {
    job,
    states,
    isPlayed,
    get view() {
      return (view ??= viewFrom(job, states, isPlayed));
    },
  };
}

/** The events of each sheet, oldest first. */
export async function readLives(parts: Viewer, job: JobId): Promise<ReadonlyMap<SheetId, readonly SheetEvent[]>> {
  const lives = new Map<SheetId, SheetEvent[]>();
  for (const { sheet, event } of (await parts.store?.events(job)) ?? []) {
    const life = lives.get(sheet);
    if (life === undefined) lives.set(sheet, [currentEvent(event)]);
    else life.push(currentEvent(event));
  }
  return lives;
}
