import type { JobId } from "../../base/ids.ts";
import type { Follow, TuttiEvent } from "../contract/events.ts";

/** The events of one row of the journal. */
export interface Heard {
  readonly position: number;
  readonly job: JobId | null;
  readonly events: readonly TuttiEvent[];
}

/** What of it somebody asked for. */
export function wantedOf({ job, types }: Follow, news: readonly Heard[]): readonly Heard[] {
  const ofJob = job === undefined ? news : news.filter((item) => item.job === job);
  if (types === undefined) return ofJob;
  return ofJob
    .map((item) => ({ ...item, events: item.events.filter(({ type }) => types.includes(type)) }))
    .filter(({ events }) => events.length > 0);
}
