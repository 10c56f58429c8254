import { landingRef } from "../../../sheet/job.ts";
import type { LandingRow } from "../../results.ts";
import type { Asked } from "../../schema/methods.ts";
import { type AnswerParts, findKnown, readLives } from "./parts.ts";

/** What the journal says landed, in the order of the score. */
export async function landings(parts: AnswerParts, asked: Asked<"landing.list">): Promise<readonly LandingRow[]> {
  const known = await findKnown(parts, asked);
  if (known === undefined) return [];
  const { job, states } = known;
  const lives = await readLives(parts, job.id);
  return job.plan.sheets.flatMap(({ id }): LandingRow[] => {
    const state = states.get(id);
    if (state?.kind !== "landed") return [];
    // A job may be diverted on its way, so each landing has its own target; one that was inferred has the job's.
    const meant = lives.get(id)?.findLast((event) => event.kind === "landing");
    return [
      { job: job.id, sheet: id, commit: state.commit, level: state.level, target: meant?.target ?? landingRef(job) },
    ];
  });
}
