import type { CommitSha } from "../base/ids.ts";
import { readCommit } from "../git/refs.ts";
import { type LandedCommit, readLandings } from "../git/trailers.ts";
import type { Job } from "../sheet/job.ts";
import type { Candidate, Stacked } from "./candidate.ts";
import type { LandingHands } from "./hands.ts";

export interface Settled {
  /** On the target already. */
  readonly landed: readonly Stacked[];
  /** Meant to land once, and proven not to have. */
  readonly withdrawn: readonly Candidate[];
}

/**
 * Tells from git which candidates are on the target already: a swap whose success was never recorded, or a git that
 * outlived its Tutti. The trailers decide, since a commit of ours may have been rebased; landing those again would double them.
 */
export async function settleFromGit(hands: LandingHands, job: Job, question: { from: CommitSha; candidates: readonly Candidate[] }): Promise<Settled> {
  const landed: Stacked[] = [];
  const withdrawn: Candidate[] = [];
  const seen = new Map<CommitSha, ReadonlyMap<string, LandedCommit>>();
  for (const candidate of question.candidates) {
    const known = seen.get(candidate.base) ?? (await landingsSince(hands, job, { from: question.from, base: candidate.base }));
    seen.set(candidate.base, known);
    const landing = known.get(candidate.sheet.id);
    if (landing !== undefined) landed.push(await asStacked(hands, candidate, landing));
    else if (candidate.intent !== null) withdrawn.push(candidate);
  }
  return { landed, withdrawn };
}

async function landingsSince(hands: LandingHands, job: Job, range: { from: CommitSha; base: CommitSha }): Promise<ReadonlyMap<string, LandedCommit>> {
  const found = await readLandings(hands.git, hands.store.gitDir, [range.from, `^${range.base}`]);
  return new Map(found.filter((landing) => landing.job === job.id).map((landing) => [landing.sheet, landing]));
}

async function asStacked(hands: LandingHands, candidate: Candidate, landing: LandedCommit): Promise<Stacked> {
  const parent = await readCommit(hands.git, hands.store.gitDir, `${landing.commit}^`);
  return { candidate, commit: landing.commit, parent: parent ?? candidate.base, level: landing.validated as Stacked["level"], isToCheck: false };
}
