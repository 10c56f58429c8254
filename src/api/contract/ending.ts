import type { TuttiEvent } from "./events.ts";
import type { JobView } from "./job.ts";
import type { ErrorCode } from "../../base/error-codes.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { TroubleCode } from "../../sheet/trouble/trouble.ts";

/** How a job came to rest. */
export type Ending =
  /**
   * `lost`: sheets that landed and whose change was taken out again by a commit that does not say so, or whose promise
   * a commit broke.
   */
  | { readonly kind: "finished"; readonly failed: number; readonly lost?: number }
  | { readonly kind: "parked"; readonly until: EpochMs }
  /** A person has to see to an agent first. */
  | {
      readonly kind: "agent";
      readonly agent: string;
      readonly code: TroubleCode;
      readonly message: string;
      readonly hint: string | null;
    }
  /** It has cost what it may. */
  | { readonly kind: "cost"; readonly spentUsd: number; readonly limitUsd: number }
  /** Only results are left that wait for a person's word. */
  | { readonly kind: "approval"; readonly sheets: number }
  /** Only results are left whose queue a person has paused. */
  | { readonly kind: "queue"; readonly target: string }
  /** Only pull requests are left that nobody has decided about. */
  | { readonly kind: "pulls"; readonly open: number }
  /** By a person's word. */
  | { readonly kind: "paused" }
  | { readonly kind: "cancelled" }
  /** The process that played it ended. */
  | { readonly kind: "stopped" }
  /** Something outside (disk, git, the user's repository) kept it from going on. */
  | { readonly kind: "broken"; readonly code: ErrorCode; readonly message: string; readonly hint: string | null };

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
    case "parked":
      return { kind: "parked", until: pause.until };
    case "agent":
      return { ...pause, message: why ?? "" };
    case "cost":
    case "approval":
    case "queue":
    case "pulls":
      return pause;
    case "broken":
      return { kind: "broken", code: pause.code, message: why ?? "", hint: pause.hint };
    case "user":
      return { kind: "paused" };
    case "stop":
    case undefined:
      return { kind: "stopped" };
  }
}

/** Whether nothing more comes of its job until somebody wants more of it. */
export function isRest({ recorded }: TuttiEvent): boolean {
  return (
    recorded.about === "job" &&
    (recorded.event.kind === "finished" || recorded.event.kind === "paused" || recorded.event.kind === "cancelled")
  );
}
