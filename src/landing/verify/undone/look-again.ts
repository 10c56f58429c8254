import { messageOf } from "../../../base/error.ts";
import type { CommitSha, EpochMs, JobId, SheetId } from "../../../base/ids.ts";
import type { Outcome } from "../../../learning/outcomes/outcome.ts";
import type { Journal, StoreReader } from "../../../store/store.ts";
import type { Job } from "../../../sheet/job.ts";
import type { LandingHands } from "../../hands.ts";
import { findTakenOut } from "./taken-out.ts";
import { findUndonePulls } from "./undone-pulls.ts";

interface Looking {
  readonly past: Pick<StoreReader, "outcomes" | "job">;
  readonly journal: Journal;
  readonly now: EpochMs;
  /** The target of a job's pull requests, as its remote has it now. */
  readonly fetchTarget: (job: Job, remote: string) => Promise<CommitSha>;
}

/** Looking costs a few calls of git for each job: the few that were looked at longest ago, and none twice in an hour. */
const mostJobs = 3;
const restMs = 3_600_000;
const mostOutcomes = 2_000;

/**
 * Whether results of earlier jobs in this repository still stand: a person may have reverted them long after their jobs
 * ended. Only records change; nothing waits for it.
 */
export async function lookAgain(hands: LandingHands, looking: Looking): Promise<void> {
  const { past, now } = looking;
  const { commonDir } = hands.store.repository;
  try {
    const landed = (await past.outcomes(mostOutcomes)).filter(
      ({ repository, fate, settledAt }) =>
        repository === commonDir && fate === "landed" && (settledAt ?? 0) < now - restMs,
    );
    const oldest = landed.toSorted((a, b) => (a.settledAt ?? 0) - (b.settledAt ?? 0));
    let looked = 0;
    for (const id of new Set(oldest.map(({ job }) => job)))
      if (looked < mostJobs && (await lookAt(hands, looking, { id, landed }))) looked += 1;
  } catch (error) {
    hands.self.notice?.(`Tutti can't tell whether earlier results still stand: ${messageOf(error)}`);
  }
}

/** `false`: nothing can be said of it now. */
async function lookAt(
  hands: LandingHands,
  looking: Looking,
  { id, landed }: { readonly id: JobId; readonly landed: readonly Outcome[] },
): Promise<boolean> {
  const { past, journal, now } = looking;
  const job = await past.job(id);
  if (job === undefined) return false;
  const commits = new Map<SheetId, CommitSha>(
    landed.flatMap((outcome) =>
      outcome.job === id && outcome.commit !== null ? [[outcome.sheet, outcome.commit]] : [],
    ),
  );
  const undone = await undoneOf(hands, looking, { job, commits });
  if (undone === null) return false;
  await journal.append([{ about: "outcome", change: { kind: "looked", job: id, at: now, undone } }]);
  return true;
}

/** `null`: the remote of its pull requests does not answer. */
async function undoneOf(
  hands: LandingHands,
  { fetchTarget }: Looking,
  { job, commits }: { readonly job: Job; readonly commits: ReadonlyMap<SheetId, CommitSha> },
): Promise<readonly SheetId[] | null> {
  const { pullRequest } = job.plan.landing;
  if (pullRequest === null) return (await findTakenOut(hands, job, commits)).map(({ sheet }) => sheet);
  const tip = await fetchTarget(job, pullRequest.upstream ?? pullRequest.remote).catch(() => null);
  return tip === null ? null : findUndonePulls(hands, { job: job.id, tip, merged: commits });
}
