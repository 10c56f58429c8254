import { messageOf, TuttiError } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import { readScoreText } from "../../score/load.ts";
import { asAsked } from "../../score/plan/isolation.ts";
import type { Plan } from "../../score/plan/plan.ts";
import { changesOf } from "../../sheet/modify/changes.ts";
import type { Job } from "../../sheet/job.ts";
import type { Modification } from "../../api/contract/job.ts";
import { writeKeptJob } from "./infer/kept-job.ts";
import { costNotices } from "./cost-notices.ts";
import { type JobParts, openJob, settled } from "./parts.ts";

interface Wish {
  readonly job: JobId;
  readonly score?: Parameters<typeof readScoreText>[0] | undefined;
  readonly parallel?: number | undefined;
  readonly priority?: number | undefined;
  readonly maxCost?: number | undefined;
  readonly dryRun: boolean;
}

/** Gives a job a changed score. What landed stays; what has unknown effects is refused, and then nothing changes. */
export async function modify(parts: JobParts, asked: Wish): Promise<Modification> {
  const { book, playing } = await openJob(parts, asked.job);
  const job = book.job();
  const plan = await wantedPlan(parts, job, asked);
  const found = changesOf(job, book.states(), {
    ...(plan === undefined ? {} : { plan }),
    ...(asked.parallel === undefined ? {} : { parallel: asked.parallel }),
    ...(asked.priority === undefined ? {} : { priority: asked.priority }),
  });
  if (found.kind === "same") return { job: job.id, changes: [], refused: [], applied: false };
  if (found.kind === "refused" && asked.dryRun)
    return { job: job.id, changes: [], refused: found.reasons, applied: false };
  if (found.kind === "refused")
    throw new TuttiError("job.not_modifiable", `${job.id} can't be changed like this: ${found.reasons.join("; ")}`, {
      audience: "user",
      hint: "Nothing was changed. Run the score as a job of its own, or take these changes back.",
    });
  const { changes } = found;
  if (asked.dryRun) return { job: job.id, changes, refused: [], applied: false };
  const modified = await book.recordJob({
    kind: "modified",
    at: parts.world.now(),
    plan: found.plan,
    parallel: found.parallel,
    priority: found.priority,
    changes,
  });
  playing?.bell.ring();
  // A limit or an agent may be new.
  await parts.store.journal.append(await costNotices(parts, modified, undefined));
  // It is changed already, and this is only for a database that is lost.
  await writeKeptJob(parts.places, modified).catch((error: unknown) => {
    parts.process.notice(`${job.id}: ${messageOf(error)}`);
  });
  return { job: job.id, changes, refused: [], applied: true };
}

/** `undefined`: the one that it has. */
async function wantedPlan(parts: JobParts, job: Job, { score, maxCost }: Wish): Promise<Plan | undefined> {
  const plan = score === undefined ? undefined : settled(parts, await planFrom(parts, job, score));
  if (maxCost === undefined) return plan;
  const changed = plan ?? job.plan;
  return { ...changed, cost: { ...changed.cost, perJobUsd: maxCost } };
}

/** What a person asked for when the job began holds for its changed score too. */
async function planFrom(
  parts: JobParts,
  { repository, levelAsked: level, perAsked: per, pullsAsked: pulls }: Job,
  score: Parameters<typeof readScoreText>[0],
): Promise<Plan> {
  const { plan } = readScoreText(score, await parts.agents.names(repository.top ?? repository.commonDir, undefined));
  return asAsked(plan, { level, per, pulls });
}
