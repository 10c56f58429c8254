import type { CommitSha, TreeSha } from "../../base/ids.ts";
import { type LandedCommit, readLandings } from "../../git/history/trailers.ts";
import type { Candidate, Landed } from "../candidate.ts";
import type { Ground } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import { mergeAny } from "../../git/objects/trees/content-merge.ts";
import type { LandingLevel } from "../../sheet/state.ts";
import { isPartial, resultsOf } from "../../sheet/verdict.ts";
import { readReceipts } from "../receipts/read.ts";
import type { Receipt } from "../receipts/receipt.ts";
import { type LandingRun, landingRuns } from "../receipts/runs.ts";

type Landings = ReadonlyMap<string, readonly LandedCommit[]>;

interface Looked {
  readonly head: CommitSha;
  readonly landings: Landings;
}

/** Beyond this git is faster. */
const mostSteps = 256;
const mostKept = 1_024;

/**
 * Asks git which candidates are on the target already: a swap that was never recorded, or a git that outlived its
 * Tutti. Trailers lead to commits; receipts and trees decide. If the target only advanced since the last look, only new
 * commits are read, without starting git.
 */
export function makeSettler(hands: LandingHands): Ground["settle"] {
  const looked = new Map<string, Looked>();
  const judged = new Map<string, Landed | undefined>();
  const judge = async (claimed: readonly Claimed[]): Promise<readonly Landed[]> => {
    const keys = claimed.map(({ candidate: { capture, intent }, commits }) =>
      [capture, intent, ...commits.map(({ commit }) => commit)].join(" "),
    );
    const open = claimed.filter((_, place) => !judged.has(keys[place] ?? ""));
    const own = open.length === 0 ? [] : await ownLandings(hands, open);
    for (const [place, one] of claimed.entries()) {
      if (open.includes(one))
        judged.set(
          keys[place] ?? "",
          own.find(({ candidate }) => candidate === one.candidate),
        );
    }
    for (const oldest of [...judged.keys()].slice(0, Math.max(0, judged.size - mostKept))) judged.delete(oldest);
    return claimed.flatMap(({ candidate }, place) => {
      const found = judged.get(keys[place] ?? "");
      return found === undefined ? [] : [{ ...found, candidate }];
    });
  };
  const landingsOf = async (
    head: CommitSha,
    base: CommitSha,
    jobs: readonly string[],
  ): Promise<ReadonlyMap<string, Landings>> => {
    const keys = jobs.map((job) => `${base} ${job}`);
    const before = keys.map((key) => looked.get(key));
    const isKnown = await Promise.all(
      before.map(
        async (one, place) =>
          one !== undefined && (await hasNothingNew(hands, { from: one.head, to: head }, jobs[place] ?? "")),
      ),
    );
    const all = isKnown.every(Boolean) ? undefined : await landingsSince(hands, { from: head, base });
    for (const [place, key] of keys.entries()) {
      looked.delete(key);
      looked.set(key, { head, landings: all ?? before[place]?.landings ?? new Map() });
    }
    for (const oldest of [...looked.keys()].slice(0, Math.max(0, looked.size - mostKept))) looked.delete(oldest);
    return new Map(jobs.map((job) => [job, all ?? looked.get(`${base} ${job}`)?.landings ?? new Map()]));
  };
  return async ({ commit: head }, candidates) => {
    const claimed: Claimed[] = [];
    for (const [base, group] of Map.groupBy(candidates, (candidate) => candidate.base)) {
      const known = await landingsOf(head, base, [...new Set(group.map(({ job }) => job.id))]);
      for (const candidate of group) {
        const found = known.get(candidate.job.id)?.get(keyOf(candidate.job.id, candidate.sheet.id));
        if (found !== undefined) claimed.push({ candidate, commits: found });
      }
    }
    const landed = await judge(claimed);
    const there = new Set(landed.map(({ candidate }) => candidate));
    return { landed, withdrawn: candidates.filter((candidate) => candidate.intent !== null && !there.has(candidate)) };
  };
}

/** The target advanced in a straight line, without commits of the job. False when in doubt. */
async function hasNothingNew(
  { objects }: LandingHands,
  way: { readonly from: CommitSha; readonly to: CommitSha },
  job: string,
): Promise<boolean> {
  let at = way.to;
  for (let count = 0; at !== way.from; count += 1) {
    const { parents, message, encoding } = await objects.readCommit(at);
    const [parent, ...more] = parents;
    if (count === mostSteps || parent === undefined || more.length > 0 || encoding !== undefined) return false;
    if (message.includes("Tutti-Job: ") && message.includes(job)) return false;
    at = parent;
  }
  return true;
}

/** By job and sheet, each with all its commits, oldest first. */
async function landingsSince(
  { git, store }: LandingHands,
  range: { from: CommitSha; base: CommitSha },
): Promise<Landings> {
  if (range.from === range.base) return new Map();
  const found = await readLandings(git, store.gitDir, [range.from, `^${range.base}`]);
  return Map.groupBy(found, ({ job, sheet }) => keyOf(job, sheet));
}

function keyOf(job: string, sheet: string): string {
  return `${job}\n${sheet}`;
}

/** A result, and commits whose trailers name its sheet. */
interface Claimed {
  readonly candidate: Candidate;
  readonly commits: readonly LandedCommit[];
}

/**
 * Trailers only say where to look: anyone can write them, and a result that counts as landed is not landed any more. A
 * commit is a landing if the journal or a receipt in Tutti's own store names it, or if it is exactly the result on its
 * parent: someone rebased an unrecorded landing, and landing it again would double it.
 */
async function ownLandings(hands: LandingHands, claimed: readonly Claimed[]): Promise<readonly Landed[]> {
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
  // Another commit brought the changes that the parent had already.
  if (sides.ours === made.tree) return false;
  const merged = await mergeAny(objects, git, sides);
  return merged.kind !== "conflict" && merged.tree === made.tree;
}

/** Tutti did not make the commit: only the result's own verdict counts. */
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
