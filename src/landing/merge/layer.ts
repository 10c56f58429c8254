import type { TreeSha } from "../../base/ids.ts";
import { type Change, readRenames } from "../../git/diff/changes.ts";
import { compareTrees, entryAt } from "../../git/objects/trees/compare.ts";
import { mergeAny, mergeByGit } from "../../git/objects/trees/content-merge.ts";
import { mergeTrees } from "../../git/objects/trees/merge.ts";
import type { TreeEntry } from "../../git/objects/bytes/tree-bytes.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import { fetchMissing } from "../../isolation/store/partial.ts";
import type { Candidate, FoundMerge, Layer, Step } from "../candidate.ts";
import { protectedPathsIn } from "../gates/edited.ts";
import type { Conflict, Handover, Head, LayerOutcome, LayerStep } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import type { MergedRest } from "../../git/history/merge.ts";
import { mergePlan } from "../../score/plan/landing-plan.ts";
import { type MergeMemory, nextMerge, proposalsOf } from "./by-proof.ts";
import { handOver, markedIn } from "./handover/handover.ts";
import { doubts } from "./proof/proof.ts";
import { briefOf } from "./handover/conflict-brief.ts";
import { type OwnCommit, ownCommits } from "./own-commits.ts";

interface Where extends LayerStep {
  /** As it was on another tree. */
  readonly before?: Layer | undefined;
  /** Absent: only git merges. */
  readonly memory?: MergeMemory;
}

/** On objects alone: nothing the user sees changes. */
export async function layerOn(hands: LandingHands, candidate: Candidate, where: Where): Promise<LayerOutcome> {
  const { objects } = hands;
  // A partial clone may lack files that others changed.
  await fetchMissing(hands.git, hands.store, [candidate.base, where.head.commit]);
  const [base, result] = await Promise.all([treeOf(hands, candidate.base), treeOf(hands, candidate.capture)]);
  const changes = await compareTrees(objects, { from: base, to: result });
  const held = candidate.isReviewed ? [] : await protectedIn(hands, candidate, { changes, head: where.head });
  if (held.length > 0) return { kind: "protected", paths: held };
  const unresolved = await markedIn(objects, candidate, changes);
  if (unresolved.length > 0) return { kind: "conflict", conflict: unresolvedIn(candidate, unresolved) };
  const merging = { base, result, changes, ...where };
  const merged = await mergeOn(hands, candidate, merging);
  const found = merged.kind === "conflict" ? await foundMerge(hands, candidate, { conflict: merged, merging }) : merged;
  if (found.kind === "conflict") return { kind: "conflict", conflict: await told(hands, candidate, { found, where }) };
  if (found.tree === where.below) return { kind: "absorbed" };
  const { tree, steps, merge } = found;
  const how = merge === undefined ? {} : { merge };
  return {
    kind: "layer",
    layer: { candidate, tree, below: where.below, changes, steps, isCaptured: tree === result, ...how },
  };
}

/** Marks of a handover are still there: the agent continues with its own work. */
function unresolvedIn({ capture, base }: Candidate, paths: readonly string[]): Conflict {
  const brief =
    "Marks of regions that both sides changed are left in these files. Resolve each region and remove them.";
  return {
    paths: paths.map(shownPath),
    brief,
    handover: { commit: capture, base, regions: paths.length, lines: 0 },
  };
}

/** A conflict with all that helps to resolve it. */
async function told(
  hands: LandingHands,
  candidate: Candidate,
  { found, where }: { readonly found: Merged & { readonly kind: "conflict" }; readonly where: Where },
): Promise<Conflict> {
  const conflict = await briefOf(hands, candidate, { paths: found.paths, head: where.head });
  const { memory, head, below } = where;
  const fallen = [...(memory?.fallen.values() ?? [])];
  // Others that have not landed are no part of what an agent continues from.
  const isOnTarget = below === head.tree;
  const handover =
    found.rest === undefined || memory === undefined || !isOnTarget
      ? undefined
      : await restOver(hands, candidate, { rest: found.rest, memory, head });
  const { untested = [] } = found;
  return {
    ...conflict,
    ...(fallen.length === 0 ? {} : { fallen }),
    ...(untested.length === 0 ? {} : { untested }),
    ...(handover === undefined ? {} : { handover }),
  };
}

async function restOver(
  hands: LandingHands,
  candidate: Candidate,
  { rest, memory, head }: { readonly rest: MergedRest; readonly memory: MergeMemory; readonly head: Head },
): Promise<Handover | undefined> {
  if (mergePlan(candidate.job.plan.landing).mode === "text") return undefined;
  const { rests, derived } = await proposalsOf(hands, candidate, { rest, memory });
  return handOver(hands, candidate, { rest, rests, derived: derived.map(({ path }) => path), head });
}

/** Another way may merge a conflict of git's: its tests will say whether it is right. */
async function foundMerge(
  hands: LandingHands,
  candidate: Candidate,
  {
    conflict,
    merging,
  }: { readonly conflict: Merged & { readonly kind: "conflict" }; readonly merging: Merging & Where },
): Promise<Merged> {
  const { rest } = conflict;
  const { memory } = merging;
  if (rest === undefined || memory === undefined) return conflict;
  const next = await nextMerge(hands, candidate, { rest, where: merging, memory });
  if (next.kind === "none") return { ...conflict, untested: next.untested };
  return proven(hands, merging, { kind: "merged", steps: [], tree: next.tree, merge: next.merge });
}

async function protectedIn(
  hands: LandingHands,
  { job }: Candidate,
  { changes, head }: { changes: readonly Change[]; head: Head },
): Promise<readonly string[]> {
  const { protectedPaths } = await hands.gates.file(head.commit);
  const paths = changes.map(({ path }) => path);
  return protectedPathsIn(paths, job.plan.landing.protectedPaths, protectedPaths).map(shownPath);
}

type Merged =
  | {
      readonly kind: "merged";
      readonly tree: TreeSha;
      readonly steps: readonly Step[];
      /** Where git could not. */
      readonly merge?: FoundMerge;
    }
  /** Raw bytes (latin1). */
  | {
      readonly kind: "conflict";
      readonly paths: readonly string[];
      readonly rest?: MergedRest;
      /** Merges that were proposed and not tested: a sentence for each reason. */
      readonly untested?: readonly string[];
    };

interface Merging {
  readonly base: TreeSha;
  readonly result: TreeSha;
  readonly changes: readonly Change[];
  readonly below: TreeSha;
  readonly before?: Layer | undefined;
}

async function mergeOn(hands: LandingHands, candidate: Candidate, merging: Merging): Promise<Merged> {
  const { strategy } = candidate.job.plan.landing;
  const commits = strategy === "squash" ? [] : await ownCommits(hands, candidate);
  if (strategy === "rebase" && commits.length > 0) {
    const replayed = await replay(hands, { ...merging, commits });
    // Commits of its own would need a merge each.
    if (replayed.kind === "conflict") return { kind: "conflict", paths: replayed.paths };
    return proven(hands, merging, replayed);
  }
  const whole = await mergeWhole(hands, merging);
  if (whole.kind === "merged") return { ...whole, steps: commits.map(({ source, tree }) => ({ source, tree })) };
  // Commit by commit a change may fit that does not as a whole: the target may have one step already.
  const again = await replay(hands, {
    ...merging,
    commits: commits.length > 0 ? commits : await ownCommits(hands, candidate),
  });
  return again.kind === "conflict" ? whole : proven(hands, merging, { ...again, steps: [] });
}

async function mergeWhole(hands: LandingHands, merging: Merging): Promise<Merged> {
  const { objects, git } = hands;
  const sides = { base: merging.base, ours: merging.below, theirs: merging.result };
  const byEntries = await mergeTrees(objects, sides);
  if (byEntries.kind === "clean") {
    const doubtful = await disjointDoubts(hands, merging, byEntries.tree);
    return doubtful.length > 0
      ? { kind: "conflict", paths: doubtful }
      : { kind: "merged", tree: byEntries.tree, steps: [] };
  }
  const moved = await moveOver(hands, merging);
  if (moved !== undefined) return moved;
  const byGit = await mergeByGit(objects, git, sides);
  if (byGit.kind === "conflict") return byGit;
  return proven(hands, merging, { kind: "merged", tree: byGit.tree, steps: [] });
}

/**
 * A layer that was proven on another tree, moved to this one: where the trees agree on all that it touches, git need
 * not look into files again. `undefined`: it must.
 */
async function moveOver(hands: LandingHands, { before, below }: Merging): Promise<Merged | undefined> {
  if (before === undefined) return undefined;
  const { objects } = hands;
  const merged = await mergeTrees(objects, { base: before.below, ours: below, theirs: before.tree });
  if (merged.kind !== "clean") return undefined;
  const changes = await compareTrees(objects, { from: before.below, to: before.tree });
  const doubtful = await disjointDoubts(hands, { below, changes }, merged.tree);
  return doubtful.length > 0 ? undefined : { kind: "merged", tree: merged.tree, steps: [] };
}

/** Where no one else touched the sheet's paths, each must be as the sheet left it, and nothing else may change. */
async function disjointDoubts(
  { objects }: LandingHands,
  { below, changes }: Pick<Merging, "below" | "changes">,
  tree: TreeSha,
): Promise<readonly string[]> {
  const landing = await compareTrees(objects, { from: below, to: tree });
  const landed = new Set(landing.map(({ path }) => path));
  const unlanded = changes.filter(({ path }) => !landed.has(path));
  const there = await Promise.all(
    unlanded.map(async (change) => isThere(change, await entryAt(objects, below, change.path))),
  );
  const wanted = changes.filter((change) => !unlanded.includes(change) || !(there[unlanded.indexOf(change)] ?? false));
  return doubts({ sheet: wanted, landing });
}

function isThere({ status, blob, mode }: Change, entry: TreeEntry | undefined): boolean {
  return status === "D" ? entry === undefined : entry?.id === blob && entry.mode === mode;
}

/** A merge of contents or renames has to be exactly the sheet's change as well. */
async function proven(
  hands: LandingHands,
  merging: Merging,
  merged: Merged & { readonly kind: "merged" },
): Promise<Merged> {
  const { objects, git } = hands;
  const { base, below, result, changes: sheet } = merging;
  const [landing, others, renames, ownRenames] = await Promise.all([
    compareTrees(objects, { from: below, to: merged.tree }),
    compareTrees(objects, { from: base, to: below }),
    readRenames(git, objects.gitDir, { from: base, to: below }),
    readRenames(git, objects.gitDir, { from: base, to: result }),
  ]);
  const doubtful = doubts({ sheet, landing, others, renames, ownRenames });
  return doubtful.length > 0 ? { kind: "conflict", paths: doubtful } : merged;
}

export async function treeOf({ objects }: LandingHands, commit: Candidate["base"]): Promise<TreeSha> {
  return (await objects.readCommit(commit)).tree;
}

interface Replay {
  readonly commits: readonly OwnCommit[];
  readonly base: TreeSha;
  readonly result: TreeSha;
  readonly below: TreeSha;
}

/**
 * Replays an agent's commits on a tree, each merged on its own base; none is dropped. Uncommitted work comes last, and
 * is no step of its own.
 */
async function replay({ objects, git }: LandingHands, { commits, base, result, below }: Replay): Promise<Merged> {
  const steps: Step[] = [];
  let tree = below;
  for (const { source, tree: theirs, parentTree } of commits) {
    const merged = await mergeAny(objects, git, { base: parentTree, ours: tree, theirs });
    if (merged.kind === "conflict") return merged;
    tree = merged.tree;
    steps.push({ source, tree });
  }
  const rest = await mergeAny(objects, git, { base: commits.at(-1)?.tree ?? base, ours: tree, theirs: result });
  return rest.kind === "conflict" ? rest : { kind: "merged", tree: rest.tree, steps };
}
