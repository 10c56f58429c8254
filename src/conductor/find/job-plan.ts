import { TuttiError } from "../../base/error.ts";
import type { Plan } from "../../score/plan/plan.ts";
import type { Job } from "../../sheet/job.ts";

/** Typed, so that a change of the shape of plans does not compile without a change here. */
const current: Plan["version"] = 6;

/** Plans are kept as they were made; one of another shape can be looked at, not played. */
export function requirePlan(job: Job): void {
  if ((job.plan as { version?: number }).version === current) return;
  throw new TuttiError(
    "job.old_plan",
    `${job.id} was made by another version of Tutti, whose plans this one can't play`,
    {
      audience: "user",
      hint: "Go on with the version that made it, or run its score again: what has landed stays.",
    },
  );
}
