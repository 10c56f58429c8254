import type { TuttiEvent } from "./events.ts";
import type { JobView } from "./job.ts";
import type { PauseCause } from "../../sheet/rest/rest.ts";

/** Why a job rests, as faces tell it and print it with `--json`. */
export type Ending =
  /**
   * `lost`: sheets that landed and whose change was taken out again by a commit that does not say so, or whose promise
   * a commit broke.
   */
  | { readonly kind: "finished"; readonly failed: number; readonly lost?: number }
  | { readonly kind: "cancelled" }
  /** By a person's word. */
  | { readonly kind: "paused" }
  /** The process that played it ended. */
  | { readonly kind: "stopped" }
  | Extract<PauseCause, { kind: "parked" | "unready" | "cost" | "approval" | "queue" | "pulls" }>
  /** `message`: what is wrong. */
  | (Extract<PauseCause, { kind: "agent" | "broken" }> & { readonly message: string });

/** `undefined` while it is under way. */
export function endingOf(job: JobView): Ending | undefined {
  const { counts } = job;
  switch (job.status) {
    case "finished":
      return { kind: "finished", failed: counts.sheets - counts.landed - counts.done - counts.skipped, ...lostIn(job) };
    case "cancelled":
      return { kind: "cancelled" };
    case "interrupted":
      return { kind: "stopped" };
    case "paused":
      return pauseOf(job);
    case "running":
    case "pausing":
    case "cancelling":
      return undefined;
  }
}

/**
 * Done means still true at the end: a sheet counts as lost also when another commit broke what it promised. One that a
 * later sheet replaced does not.
 */
function lostIn({ takenOut = [], promises }: JobView): { readonly lost?: number } {
  const broken = promises?.kind === "asked" ? promises.lost.filter(({ how }) => how === "broken") : [];
  const lost = new Set<string>([...takenOut.filter(({ isSaid }) => !isSaid), ...broken].map(({ sheet }) => sheet));
  return lost.size === 0 ? {} : { lost: lost.size };
}

function pauseOf({ pause, why }: JobView): Ending {
  switch (pause?.kind) {
    case "agent":
    case "broken":
      return { ...pause, message: why ?? "" };
    case "parked":
    case "unready":
    case "cost":
    case "approval":
    case "queue":
    case "pulls":
      return pause;
    case "user":
      return { kind: "paused" };
    case "stop":
    case undefined:
      return { kind: "stopped" };
  }
}

/** Whether its job makes no progress until a person asks for more. */
export function isRest({ recorded }: TuttiEvent): boolean {
  return (
    recorded.about === "job" &&
    (recorded.event.kind === "finished" || recorded.event.kind === "paused" || recorded.event.kind === "cancelled")
  );
}
