import { messageOf } from "../../../base/error.ts";
import type { CommitSha, EpochMs, JobId, SheetId } from "../../../base/ids.ts";
import type { Outcome } from "../../../learning/outcomes/outcome.ts";
import type { Journal, StoreReader } from "../../../store/store.ts";
import type { LandingHands } from "../../hands.ts";
import { findTakenOut } from "./taken-out.ts";

interface Looking {
  readonly past: Pick<StoreReader, "outcomes" | "job">;
  readonly journal: Journal;
  readonly now: EpochMs;
}

/** Looking costs a few calls of git for each job: the few that were looked at longest ago, and none twice in an hour. */
const mostJobs = 3;
const restMs = 3_600_000;
const mostOutcomes = 2_000;

/**
 * Whether results of earlier jobs in this repository still stand: a person may have reverted them long after their jobs
 * ended. Only records change; nothing waits for it.
 */
export async function lookAgain(hands: LandingHands, { past, journal, now }: Looking): Promise<void> {
  const { commonDir } = hands.store.repository;
  try {
    const landed = (await past.outcomes(mostOutcomes)).filter(
      ({ repository, fate, settledAt }) =>
        repository === commonDir && fate === "landed" && (settledAt ?? 0) < now - restMs,
    );
    const oldest = landed.toSorted((a, b) => (a.settledAt ?? 0) - (b.settledAt ?? 0));
    const jobs = [...new Set(oldest.map(({ job }) => job))].slice(0, mostJobs);
    for (const id of jobs) await lookAt(hands, { past, journal, now }, { id, landed });
  } catch (error) {
    hands.self.notice?.(`Tutti can't tell whether earlier results still stand: ${messageOf(error)}`);
  }
}

async function lookAt(
  hands: LandingHands,
  { past, journal, now }: Looking,
  { id, landed }: { readonly id: JobId; readonly landed: readonly Outcome[] },
): Promise<void> {
  const job = await past.job(id);
  if (job === undefined) return;
  const commits = new Map<SheetId, CommitSha>(
    landed.flatMap((outcome) =>
      outcome.job === id && outcome.commit !== null ? [[outcome.sheet, outcome.commit]] : [],
    ),
  );
  const gone = await findTakenOut(hands, job, commits);
  const undone = gone.map(({ sheet }) => sheet);
  await journal.append([{ about: "outcome", change: { kind: "looked", job: id, at: now, undone } }]);
}
