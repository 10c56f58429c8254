import { branchName } from "../../base/text.ts";
import { TuttiError } from "../../base/error.ts";
import type { CommitSha, JobId, SheetId, TreeSha } from "../../base/ids.ts";
import { fetchRef } from "../../git/remote/fetch.ts";
import { mergeAny } from "../../git/objects/trees/content-merge.ts";
import { mergeCommits } from "../../git/history/merge.ts";
import { pushBranch } from "../../git/remote/push.ts";
import { isAncestor } from "../../git/refs/refs.ts";
import { askRemote } from "../../git/remote/remote-answer.ts";
import type { Landed } from "../candidate.ts";
import { commitStack, makeCommit } from "../ground/commit.ts";
import type { Head, Proven } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import type { PullHistory } from "./history.ts";
import { type PullSite, headAt, notReached, objectsOf } from "./site.ts";
import { nameOf, workBranch } from "../../base/names.ts";
import type { ManagedPlace } from "../../score/plan/isolation.ts";

/** Something to be brought to a branch of its own. */
interface Bringing {
  readonly hands: LandingHands;
  readonly proven: Proven;
  readonly landed: Landed;
  readonly branch: string;
  readonly history: PullHistory;
  /** Recorded before the push; `false`: not wanted any more. */
  readonly intend: (commit: CommitSha) => Promise<boolean>;
}

/** Others may push at the same moment; one has to win. */
const tries = 5;

/** Pushes a result over Tutti's last push and on top of others' commits. `undefined`: not wanted any more. */
export async function bringBranch(site: PullSite, bringing: Bringing): Promise<Landed | undefined> {
  const { git, store } = site.equipment;
  const where = { gitDir: store.repository.commonDir, remote: site.plan.remote, ref: `refs/heads/${bringing.branch}` };
  for (let count = 0; count < tries; count += 1) {
    const there = await askRemote(git, where);
    if (there.kind === "unreachable")
      throw notReached(`${site.plan.remote} could not be asked for ${bringing.branch}: ${there.words}`);
    const isOurs = there.commit === null || bringing.history.commits.has(there.commit);
    const landed = isOurs ? bringing.landed : await onTopOfOthers(site, bringing, where);
    // Never written down as ours: it is theirs.
    if (landed.commit === there.commit) return landed;
    if (!(await bringing.intend(landed.commit))) return undefined;
    const pushed = await pushBranch(git, {
      ...where,
      objects: objectsOf(site.equipment),
      commit: landed.commit,
      expected: there.commit,
      as: "branch",
    });
    if (pushed.kind === "pushed") return landed;
    if (pushed.kind !== "moved")
      throw notReached(`${bringing.branch} could not be pushed to ${site.plan.remote}: ${pushed.words}`);
  }
  throw notReached(`others keep pushing to ${bringing.branch} of ${site.plan.remote}`);
}

/** Others' commits stay, below the new ones: only Tutti's own pushes are ever replaced. */
async function onTopOfOthers(
  site: PullSite,
  bringing: Bringing,
  where: { gitDir: string; remote: string; ref: string },
): Promise<Landed> {
  const { git } = site.equipment;
  const { hands, proven, landed, history, branch } = bringing;
  const fetched = await fetchRef(git, where);
  if (fetched.kind !== "fetched") throw notReached(`${branch} could not be fetched from ${where.remote}`);
  const last = await lastOf(site, history, fetched.commit);
  if (last === undefined) throw taken(branch, "it has no commit of Tutti's");
  const { head, before } = await withTarget(site, bringing, { tip: fetched.commit, last });
  const sides = { base: before, ours: head.tree, theirs: landed.tree };
  const merge = await mergeAny(hands.objects, git, sides);
  if (merge.kind !== "clean") throw unjoinable(branch);
  // Nothing new of ours: their commit is the proposal.
  if (merge.tree === head.tree) return { ...landed, tree: head.tree, commit: head.commit, commits: [head.commit] };
  return commitOn(hands, site.ref, {
    head,
    proven: { ...proven, layer: { ...proven.layer, tree: merge.tree, below: head.tree, steps: [] } },
  });
}

/**
 * Their line and Tutti's last push, each with the target of now. The target enters as a merge of its own, so that
 * nothing of it looks like part of the pull request.
 */
async function withTarget(
  site: PullSite,
  { hands, landed, branch }: Bringing,
  line: { tip: CommitSha; last: CommitSha },
): Promise<{ head: Head; before: TreeSha }> {
  const { git, store, world } = site.equipment;
  const { tip, last } = line;
  const theirs = landed.parent;
  if (await isAncestor(git, store.gitDir, { older: theirs, newer: tip }))
    return { head: await headAt(hands, tip), before: (await headAt(hands, last)).tree };
  const [joined, before] = await Promise.all(
    [tip, last].map((ours) => mergeCommits(git, store.gitDir, { ours, theirs })),
  );
  if (joined?.kind !== "clean" || before?.kind !== "clean") throw unjoinable(branch);
  const message = `Merge ${branchName(site.ref)} into ${branch}\n`;
  const commit = { tree: joined.tree, parents: [tip, theirs], message, by: site.job.identity, at: world.now() };
  const merged = await makeCommit(hands, commit, site.job.plan.landing.sign);
  await hands.objects.flush();
  return { head: { commit: merged, tree: joined.tree }, before: before.tree };
}

/** The last commit that Tutti pushed and that their line contains. */
async function lastOf(
  { equipment: { git, store } }: PullSite,
  { commits }: PullHistory,
  tip: CommitSha,
): Promise<CommitSha | undefined> {
  for (const older of [...commits].reverse())
    if (await isAncestor(git, store.gitDir, { older, newer: tip })) return older;
  return undefined;
}

function unjoinable(branch: string): TuttiError {
  return taken(branch, "the new result and their commits can't be merged");
}

function taken(branch: string, why: string): TuttiError {
  return new TuttiError(
    "landing.push_failed",
    `another person pushed to ${branch}, and Tutti does not overwrite their work: ${why}`,
    {
      audience: "user",
      hint: "Remove their commits from that branch or delete it on the remote, then run: tutti resume. The result is kept.",
    },
  );
}

/** As it would land, in Tutti's store alone: the user's repository gets it when it is merged. */
export async function commitOn(
  hands: LandingHands,
  ref: string,
  { head, proven }: { head: Head; proven: Proven },
): Promise<Landed> {
  const [made] = await commitStack(hands, ref, { head, stack: [proven] });
  await hands.objects.flush();
  if (made === undefined) throw new TuttiError("bug.unexpected", "a result became no commit", { audience: "bug" });
  return made.landed;
}

/** The same for all attempts of a sheet; no two sheets share one. On a managed repository: `prefix/slug-hash`. */
export function pullRequestBranch(job: JobId, sheet: SheetId, managed?: ManagedPlace): string {
  if (managed !== undefined) return workBranch(managed.prefix ?? "tutti", { id: `${job}\n${sheet}`, title: sheet });
  return `tutti/${nameOf(job)}/${nameOf(sheet)}`;
}
