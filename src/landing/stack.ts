import type { CommitSha, TreeSha } from "../base/ids.ts";
import { readChanges, readRenames } from "../git/changes.ts";
import type { Git } from "../git/git.ts";
import { mergeCommits } from "../git/merge.ts";
import { isAncestor } from "../git/refs.ts";
import { readTree, writeCommit } from "../git/trees.ts";
import { fetchMissing } from "../isolation/special/partial.ts";
import type { Job } from "../sheet/job.ts";
import type { LandingLevel } from "../sheet/state.ts";
import type { Candidate, Stacked } from "./candidate.ts";
import type { LandingHands } from "./hands.ts";
import { landingMessage } from "./message.ts";
import { doubts } from "./proof.ts";

export type StackOutcome =
  | { readonly kind: "stacked"; readonly stacked: Stacked }
  | { readonly kind: "conflict"; readonly paths: readonly string[] }
  /** The target already has all of it. */
  | { readonly kind: "absorbed" };

/** Puts one candidate on top of a commit, on objects alone. Nothing the user sees changes. */
export async function stackCandidate(hands: LandingHands, job: Job, step: { candidate: Candidate; onto: CommitSha }): Promise<StackOutcome> {
  const { candidate, onto } = step;
  const gitDir = hands.store.gitDir;
  // What others changed may be in files that a partial clone has not fetched yet.
  await fetchMissing(hands.git, hands.store, [candidate.base, onto]);
  const merge = await mergeCommits(hands.git, gitDir, { ours: await mergeable(hands, job, step), theirs: candidate.capture });
  if (merge.kind === "conflict") return merge;
  if (merge.tree === (await readTree(hands.git, gitDir, onto))) return { kind: "absorbed" };
  const doubtful = await findDoubts(hands.git, gitDir, { ...step, tree: merge.tree });
  if (doubtful.length > 0) return { kind: "conflict", paths: doubtful };
  return { kind: "stacked", stacked: await commitMerged(hands, job, { ...step, tree: merge.tree }) };
}

/**
 * A commit with the target's tree whose merge base with the capture is the sheet's base. Usually the target itself; when
 * the user rewrote it, a stand-in, since otherwise the merge would bring back what was taken out of the history.
 */
async function mergeable(hands: LandingHands, job: Job, step: { candidate: Candidate; onto: CommitSha }): Promise<CommitSha> {
  const { candidate, onto } = step;
  const gitDir = hands.store.gitDir;
  if (await isAncestor(hands.git, gitDir, { older: candidate.base, newer: onto })) return onto;
  const tree = await readTree(hands.git, gitDir, onto);
  return writeCommit(hands.git, gitDir, {
    tree,
    parents: [candidate.base],
    message: "stand-in for a rewritten target\n",
    by: job.identity,
    at: hands.world.now(),
  });
}

async function findDoubts(git: Git, gitDir: string, step: { candidate: Candidate; onto: CommitSha; tree: TreeSha }): Promise<readonly string[]> {
  const { candidate, onto, tree } = step;
  const sheet = await readChanges(git, gitDir, { from: candidate.base, to: candidate.capture });
  // Nobody else did anything: the merged tree must be the captured one, which the tree's name alone tells.
  if (onto === candidate.base) return tree === (await readTree(git, gitDir, candidate.capture)) ? [] : sheet.map((change) => change.path);
  const [landing, others, renames, ownRenames] = await Promise.all([
    readChanges(git, gitDir, { from: onto, to: tree }),
    readChanges(git, gitDir, { from: candidate.base, to: onto }),
    readRenames(git, gitDir, { from: candidate.base, to: onto }),
    readRenames(git, gitDir, { from: candidate.base, to: candidate.capture }),
  ]);
  return doubts({ sheet, landing, others, renames, ownRenames });
}

/**
 * Makes the commit with what its receipt may claim of this tree. Where validations have to run again, since others
 * changed the target meanwhile, it is written as if they passed: they run on the very commit that would land.
 */
async function commitMerged(hands: LandingHands, job: Job, step: { candidate: Candidate; onto: CommitSha; tree: TreeSha }): Promise<Stacked> {
  const { candidate, onto, tree } = step;
  const isCaptured = tree === (await readTree(hands.git, hands.store.gitDir, candidate.capture));
  const level = claim(candidate, { isCaptured, revalidate: job.plan.revalidate });
  const commit = await writeCommit(hands.git, hands.store.gitDir, {
    tree,
    parents: [onto],
    message: landingMessage({ job: job.id, sheet: candidate.sheet.id, title: candidate.sheet.title, attempt: candidate.attempt, base: candidate.base, level }),
    by: job.identity,
    at: hands.world.now(),
  });
  return { candidate, commit, parent: onto, level, isToCheck: level === "validated-as-landed" && !isCaptured };
}

function claim(candidate: Candidate, merged: { isCaptured: boolean; revalidate: boolean }): LandingLevel {
  if (candidate.verdict.kind === "unvalidated") return "unvalidated";
  return merged.isCaptured || merged.revalidate ? "validated-as-landed" : "merged-not-revalidated";
}
