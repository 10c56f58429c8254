import type { CommitSha, TreeSha } from "../../base/ids.ts";
import { mergeByGit } from "../../git/objects/trees/content-merge.ts";
import { mergeTrees } from "../../git/objects/trees/merge.ts";
import type { LandedCommit } from "../../git/history/trailers.ts";
import type { LandingLevel } from "../../sheet/state.ts";
import { isPartial, resultsOf } from "../../sheet/verdict.ts";
import type { Candidate, Landed } from "../candidate.ts";
import type { LandingHands } from "../hands.ts";
import { readReceipts } from "../receipts/read.ts";
import type { Receipt } from "../receipts/receipt.ts";
import { type LandingRun, landingRuns } from "../verify/runs.ts";

/** A result, and the commits on its target whose trailers name its sheet. */
export interface Claimed {
  readonly candidate: Candidate;
  readonly commits: readonly LandedCommit[];
}

/**
 * Which of these results are on their target. Trailers only say where to look: anybody can write them, and a result
 * that counts as landed is not landed any more. A commit is a landing when the journal or a receipt in Tutti's own
 * store names exactly this commit, or when it is exactly what the result makes of its parent: somebody rebased a
 * landing that was never recorded, and landing it again would double it.
 */
export async function ownLandings(hands: LandingHands, claimed: readonly Claimed[]): Promise<readonly Landed[]> {
  const receipts = await meantReceipts(hands, claimed);
  const landed: Landed[] = [];
  for (const [place, one] of claimed.entries()) {
    const own = exactly(one, receipts[place]) ?? (await byTree(hands, one));
    if (own !== undefined) landed.push(own);
  }
  return landed;
}

async function meantReceipts(
  { git, store }: LandingHands,
  claimed: readonly Claimed[],
): Promise<readonly (Receipt | undefined)[]> {
  const abouts = claimed.map(({ candidate: { job, sheet } }) => ({ job: job.id, sheet: sheet.id }));
  const found = await readReceipts(git, { gitDir: store.gitDir, of: "meant" }, abouts);
  return found.map((one) => (one.kind === "new" ? one.receipt : undefined));
}

/** The commit's name binds all that its trailers say. */
function exactly({ candidate, commits }: Claimed, receipt: Receipt | undefined): Landed | undefined {
  const meant =
    commits.find(({ commit }) => commit === candidate.intent) ??
    commits.find(({ commit }) => commit === receipt?.commit);
  if (meant === undefined) return undefined;
  const known = receipt?.commit === meant.commit ? receipt : undefined;
  const run = landingRuns(commits).find(({ last }) => last === meant);
  return asLanded(
    candidate,
    run ?? { commits: [meant], last: meant },
    known?.level ?? (meant.validated as LandingLevel),
  );
}

async function byTree(hands: LandingHands, { candidate, commits }: Claimed): Promise<Landed | undefined> {
  for (const run of landingRuns(commits).toReversed()) {
    const parent = run.commits[0].parents[0];
    if (parent !== undefined && (await isResultOn(hands, candidate, { parent, tree: run.last.tree })))
      return asLanded(candidate, run, unseen(candidate));
  }
  return undefined;
}

async function isResultOn(
  { objects, git }: LandingHands,
  { base, capture }: Candidate,
  made: { parent: CommitSha; tree: TreeSha },
): Promise<boolean> {
  const treeOf = async (commit: CommitSha): Promise<TreeSha> => (await objects.readCommit(commit)).tree;
  const sides = { base: await treeOf(base), ours: await treeOf(made.parent), theirs: await treeOf(capture) };
  // What the parent had already was brought by another commit.
  if (sides.ours === made.tree) return false;
  const merged = await mergeTrees(objects, sides);
  const whole = merged.kind === "clean" ? merged : await mergeByGit(objects, git, sides);
  return whole.kind !== "conflict" && whole.tree === made.tree;
}

/** Of a commit that Tutti did not make: only what is known of the result itself. */
function unseen({ verdict }: Candidate): LandingLevel {
  if (isPartial(verdict)) return "partial";
  return resultsOf(verdict).length > 0 ? "merged-not-revalidated" : "unvalidated";
}

function asLanded(candidate: Candidate, { commits, last }: LandingRun, level: LandingLevel): Landed {
  const parent = commits[0].parents[0] ?? candidate.base;
  return {
    candidate,
    tree: last.tree,
    commits: commits.map(({ commit }) => commit),
    commit: last.commit,
    parent,
    level,
    gates: [],
    flags: [],
  };
}
