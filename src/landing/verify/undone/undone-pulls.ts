import type { CommitSha, JobId, SheetId } from "../../../base/ids.ts";
import { type CommitFacts, readCommits } from "../../../git/history/read-commits.ts";
import { isAncestor } from "../../../git/refs/refs.ts";
import type { LandingHands } from "../../hands.ts";
import type { LandingRun } from "../../receipts/runs.ts";
import { findUndonePaths } from "./undone.ts";

interface MergedPulls {
  readonly job: JobId;
  /** The remote's target as it is now. */
  readonly tip: CommitSha;
  readonly merged: ReadonlyMap<SheetId, CommitSha>;
}

/**
 * Merged pull requests that are gone from their target. The server wrote their commits, so trailers tell nothing: what
 * each changed is compared with the target's files.
 */
export async function findUndonePulls(
  { git, store, userObjects, self: { scratch } }: LandingHands,
  { job, tip, merged }: MergedPulls,
): Promise<readonly SheetId[]> {
  const gitDir = store.repository.commonDir;
  const facts = await readCommits(git, gitDir, merged.values());
  const gone: SheetId[] = [];
  const runs: LandingRun[] = [];
  for (const [sheet, commit] of merged) {
    const own = facts.get(commit);
    const isThere = own !== undefined && (await isAncestor(git, gitDir, { older: commit, newer: tip }));
    if (isThere) runs.push(runOf({ job, sheet, commit }, own));
    else gone.push(sheet);
  }
  const undone = await findUndonePaths({ git, objects: userObjects, scratch }, tip, runs);
  return [
    ...gone,
    ...undone.flatMap(({ run, undone: paths }) => (paths.length > 0 ? [run.last.sheet as SheetId] : [])),
  ];
}

function runOf(
  of: { readonly job: JobId; readonly sheet: SheetId; readonly commit: CommitSha },
  { tree, parents }: CommitFacts,
): LandingRun {
  const unsaid = { attempt: "", base: "", validated: "", receipt: "", part: "", repeats: false };
  const last = { ...of, tree, parents, ...unsaid };
  return { commits: [last], last };
}
