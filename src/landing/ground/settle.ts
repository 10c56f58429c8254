import type { CommitSha } from "../../base/ids.ts";
import { type LandedCommit, readLandings } from "../../git/trailers.ts";
import type { LandingLevel } from "../../sheet/state.ts";
import type { Candidate, Landed } from "../candidate.ts";
import type { Head, Settled } from "../ground.ts";
import type { LandingHands } from "../hands.ts";

/**
 * Tells from git which candidates are on the target already: a swap whose success was never recorded, or a git that
 * outlived its Tutti. The trailers decide, since a commit of ours may have been rebased; landing those again would double them.
 */
export async function settleFromGit(hands: LandingHands, head: Head, candidates: readonly Candidate[]): Promise<Settled> {
  const landed: Landed[] = [];
  const withdrawn: Candidate[] = [];
  const seen = new Map<CommitSha, ReadonlyMap<string, readonly LandedCommit[]>>();
  for (const candidate of candidates) {
    const known = seen.get(candidate.base) ?? (await landingsSince(hands, { from: head.commit, base: candidate.base }));
    seen.set(candidate.base, known);
    const found = known.get(keyOf(candidate.job.id, candidate.sheet.id));
    if (found !== undefined) landed.push(asLanded(candidate, found));
    else if (candidate.intent !== null) withdrawn.push(candidate);
  }
  return { landed, withdrawn };
}

/** By job and sheet, each with all its commits, oldest first. */
async function landingsSince({ git, store }: LandingHands, range: { from: CommitSha; base: CommitSha }): Promise<ReadonlyMap<string, readonly LandedCommit[]>> {
  if (range.from === range.base) return new Map();
  const found = await readLandings(git, store.gitDir, [range.from, `^${range.base}`]);
  return Map.groupBy(found, ({ job, sheet }) => keyOf(job, sheet));
}

function keyOf(job: string, sheet: string): string {
  return `${job}\n${sheet}`;
}

function asLanded(candidate: Candidate, found: readonly LandedCommit[]): Landed {
  const [first] = found;
  const last = found.at(-1);
  const commits = found.map(({ commit }) => commit);
  const parent = first?.parents[0] ?? candidate.base;
  const level = (last?.validated ?? "unvalidated") as LandingLevel;
  return { candidate, tree: last?.tree ?? ("" as Landed["tree"]), commits, commit: last?.commit ?? candidate.base, parent, level, gates: [], flags: [] };
}
