import type { TuttiEvent } from "../../../api/contract/events.ts";

const queueTypes =
  /^(?:sheet\.(?:captured|landing|landed|held|conflict|withdrawn|approved|failed|completed|proposed|returned)|job\.)/;

/** Changes what waits to land. */
export function isOfQueue({ type }: TuttiEvent): boolean {
  return queueTypes.test(type);
}

/** Changes what lists say of jobs. */
export function isOfJobs({ type }: TuttiEvent): boolean {
  return type.startsWith("job.") || type.startsWith("sheet.");
}

export function isOfJob(job: string): (event: TuttiEvent) => boolean {
  return (event) => event.job === job;
}

export function isOfSheet(job: string, sheet: string): (event: TuttiEvent) => boolean {
  return (event) => event.job === job && event.sheet === sheet;
}
