import { messageOf, TuttiError } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import { readScoreText, type ScoreAsText } from "../../score/load.ts";
import { asAsked } from "../../score/plan/isolation.ts";
import { readDefaults } from "../../score/schema/defaults.ts";
import type { ParsedScore } from "../../score/parse.ts";
import { changesOf } from "../../sheet/modify/changes.ts";
import type { Job } from "../../sheet/job.ts";
import type { Modification } from "../../api/contract/job.ts";
import { writeKeptJob } from "./infer/kept-job.ts";
import { noticesOf, uncountedAgents } from "./notices.ts";
import { type JobParts, openJob, settled } from "./parts.ts";

interface Wish {
  readonly job: JobId;
  readonly score?: ScoreAsText | undefined;
  readonly parallel?: number | undefined;
  readonly priority?: number | undefined;
  readonly maxCost?: number | undefined;
  readonly dryRun: boolean;
}

/**
 * Gives a job a changed score. Landed sheets stay; a change with unknown effects is refused, and then nothing changes.
 */
export async function modify(parts: JobParts, asked: Wish): Promise<Modification> {
  const { book, playing } = await openJob(parts, asked.job);
  const job = book.job();
  const { plan, notes: problems } = await wantedPlan(parts, job, asked);
  const unchanged = { job: job.id, changes: [], refused: [], problems, applied: false };
  const found = changesOf(job, book.states(), {
    ...(plan === undefined ? {} : { plan }),
    ...(asked.parallel === undefined ? {} : { parallel: asked.parallel }),
    ...(asked.priority === undefined ? {} : { priority: asked.priority }),
  });
  if (found.kind === "same") return unchanged;
  if (found.kind === "refused" && asked.dryRun) return { ...unchanged, refused: found.reasons };
  if (found.kind === "refused")
    throw new TuttiError("job.not_modifiable", `${job.id} can't be changed like this: ${found.reasons.join("; ")}`, {
      audience: "user",
      hint: "Nothing was changed. Run the score as a job of its own, or take these changes back.",
    });
  const { changes } = found;
  if (asked.dryRun) return { ...unchanged, changes };
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
  await parts.store.journal.append(noticesOf(parts, modified, await uncountedAgents(parts, modified, undefined)));
  // It is changed already, and this is only for a database that is lost.
  await writeKeptJob(parts.places, modified).catch((error: unknown) => {
    parts.process.notice(`${job.id}: ${messageOf(error)}`);
  });
  return { ...unchanged, changes, applied: true };
}

/** Without a plan: the one that it has. */
type Wanted = Partial<ParsedScore> & Pick<ParsedScore, "notes">;

async function wantedPlan(parts: JobParts, job: Job, { score, maxCost }: Wish): Promise<Wanted> {
  const read = score === undefined ? { notes: [] } : await readFor(parts, job, score);
  if (maxCost === undefined) return read;
  const { plan = job.plan, notes }: Wanted = read;
  return { plan: { ...plan, cost: { ...plan.cost, perJobUsd: maxCost } }, notes };
}

/** A person's wishes from when the job began hold for its changed score too. */
async function readFor(
  parts: JobParts,
  { repository, levelAsked: level, perAsked: per, pullsAsked: pulls, managed, defaults }: Job,
  score: ScoreAsText,
): Promise<ParsedScore> {
  const folder = repository.top ?? repository.commonDir;
  const names = await parts.agents.names(folder, undefined);
  const { plan, notes } = readScoreText(score, { ...names, defaults: readDefaults(defaults) });
  return { plan: await settled(parts, asAsked(plan, { level, per, pulls, managed }), { folder }), notes };
}
