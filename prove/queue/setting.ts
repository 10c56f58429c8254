import { type LandingPlan, type PromiseScope, usualLandingPlan } from "../../src/score/plan/landing-plan.ts";
import type { Job } from "../../src/sheet/job.ts";
import { makeJob, makePlan, makeRetry, makeSheet } from "../../test/kit/jobs.ts";

/**
 * What is drawn before a sequence begins: what the two jobs ask of landings, and whether their sheets are validated.
 */
export interface Setting {
  readonly jobs: readonly JobSetting[];
}

export interface JobSetting {
  readonly gates: readonly ("g" | "h")[];
  readonly isQuick: boolean;
  readonly revalidate: boolean;
  readonly promises: PromiseScope;
  readonly window: number;
  readonly parallel: number;
  readonly max: number;
  readonly waitMs: number;
}

export const sheetsPerJob = 4;

export function jobsOf({ jobs }: Setting): readonly Job[] {
  return jobs.map((setting, place) => {
    const id = `j${String(place)}`;
    const sheets = Array.from({ length: sheetsPerJob }, (_, sheet) =>
      makeSheet(`s${String(sheet)}`, { retry: makeRetry({ attempts: 2, conflicts: 1 }) }),
    );
    return makeJob(id, [], { plan: makePlan(sheets, { name: id, landing: landingOf(setting) }), parallel: 2 });
  });
}

function landingOf({ gates, isQuick, revalidate, promises, window, parallel, max, waitMs }: JobSetting): LandingPlan {
  return {
    ...usualLandingPlan,
    revalidate,
    promises,
    tests: isQuick ? "quick" : "full",
    gates: gates.map((name) => ({
      name,
      command: { kind: "argv", argv: [name] },
      quick: null,
      timeoutMs: 1000,
      files: [],
      borrow: [],
    })),
    batch: { max, window, parallel, waitMs },
  };
}
