import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import type { MergeAnswer, MergeConflict } from "../../git/history/merge-many.ts";
import type { StandIn } from "../../git/storage/spare-objects.ts";
import { type Reach, meets, sharedPaths } from "../line/reach.ts";

/** The work of a live sheet so far. */
export interface Work {
  readonly commit: CommitSha;
  readonly tree: TreeSha;
  readonly base: CommitSha;
  readonly reach: Reach;
  readonly target: Target;
}

/** Where work is to land. */
export interface Target {
  readonly ref: string;
  /** `null`: there is no such branch yet. */
  readonly head: { readonly commit: CommitSha; readonly tree: TreeSha; readonly at: EpochMs } | null;
  /** The changes of others to it since a base. */
  readonly since: ReadonlyMap<CommitSha, Reach>;
}

/** Two indexes of works, the smaller first; `right: null` is the target. */
export interface Pair {
  readonly left: number;
  readonly right: number | null;
}

/** A tree on a base (`made`: by which merge, where it is no single work), or a commit with its history. */
export type Side = (StandIn & { readonly made?: MergeAsk }) | { readonly commit: CommitSha };

export interface MergeAsk {
  readonly ours: Side;
  readonly theirs: Side;
}

export interface Collisions {
  readonly collisions: readonly (Pair & { readonly conflicts: readonly MergeConflict[] })[];
  /** Those that touch the same files, and merge all the same. */
  readonly meetings: readonly (Pair & { readonly paths: readonly string[] })[];
  /** Those that git could not try to merge. */
  readonly unjudged: readonly (Pair & { readonly why: string })[];
}

type TwoWorks = Pair & { readonly right: number };

/** Pairs on one target whose paths meet: all others merge. */
export function pairsThatMeet(works: readonly Work[]): readonly TwoWorks[] {
  return works.flatMap((one, left) =>
    works.flatMap((other, right) =>
      left < right && one.target.ref === other.target.ref && meets(one.reach, other.reach) ? [{ left, right }] : [],
    ),
  );
}

/** `null`: the target has not moved since its base. */
export function targetAsk({ base, tree, target: { head } }: Work): MergeAsk | null {
  return head === null || head.commit === base
    ? null
    : { ours: { tree: head.tree, parent: base }, theirs: { tree, parent: base } };
}

/** Works to merge with their target: they meet it, or another is to be merged on top of them. */
export function placesToMerge(works: readonly Work[], pairs: readonly TwoWorks[]): readonly number[] {
  const paired = new Set(pairs.flatMap(({ left, right }) => [left, right]));
  return works.flatMap((work, place) =>
    targetAsk(work) !== null && (paired.has(place) || meetsTarget(work)) ? [place] : [],
  );
}

/**
 * Two works landing one after the other. On one base the order does not matter; else both orders have to work. Where
 * one conflicts with the target itself, that must not count against the other: then the works alone are merged.
 */
export function pairAsks(
  [one, other]: readonly [Work, Work],
  onto: (work: Work) => MergeAnswer | undefined,
): readonly MergeAsk[] {
  const [first, second] = [onto(one), onto(other)];
  const isOneBase = one.base === other.base;
  if (one.target.head !== null && isClean(first) && isClean(second)) {
    const forth = onTopOf(one, first, other);
    return isOneBase ? [forth] : [forth, onTopOf(other, second, one)];
  }
  if (isOneBase)
    return [{ ours: { tree: one.tree, parent: one.base }, theirs: { tree: other.tree, parent: other.base } }];
  return [{ ours: { commit: one.commit }, theirs: { commit: other.commit } }];
}

type Clean = Extract<MergeAnswer, { kind: "clean" }>;

/** How a work would land once another has. */
function onTopOf(below: Work, landed: Clean | undefined, { tree, base }: Work): MergeAsk {
  const made = targetAsk(below);
  // Those that need no merge land as they are.
  const ours = { tree: landed?.tree ?? below.tree, parent: base, ...(made === null ? {} : { made }) };
  return { ours, theirs: { tree, parent: base } };
}

/** All conflicts of either order. */
export function worstOf(answers: readonly MergeAnswer[]): MergeAnswer {
  const conflicts = answers.flatMap((answer) => (answer.kind === "conflict" ? answer.conflicts : []));
  if (conflicts.length > 0) return { kind: "conflict", conflicts };
  return answers.find(({ kind }) => kind === "failed") ?? answers[0] ?? { kind: "failed", why: "there is no answer" };
}

interface Found {
  readonly works: readonly Work[];
  readonly onto: ReadonlyMap<number, MergeAnswer>;
  readonly pairs: readonly { readonly pair: TwoWorks; readonly answer: MergeAnswer }[];
}

/** Targets first, then pairs, in the order of the works. */
export function collisionsOf({ works, onto, pairs }: Found): Collisions {
  const picture = {
    collisions: [] as Collisions["collisions"][number][],
    meetings: [] as Collisions["meetings"][number][],
    unjudged: [] as Collisions["unjudged"][number][],
  };
  const enter = (pair: Pair, answer: MergeAnswer, paths: () => readonly string[]): void => {
    if (answer.kind === "conflict") picture.collisions.push({ ...pair, conflicts: answer.conflicts });
    else if (answer.kind === "failed") picture.unjudged.push({ ...pair, why: answer.why });
    else if (paths().length > 0) picture.meetings.push({ ...pair, paths: paths() });
  };
  for (const [left, answer] of [...onto].toSorted(([one], [other]) => one - other)) {
    const work = works[left];
    const others = work?.target.since.get(work.base);
    enter({ left, right: null }, answer, () =>
      work === undefined || others === undefined ? [] : sharedPaths(work.reach, others),
    );
  }
  for (const { pair, answer } of pairs) {
    const [one, other] = [works[pair.left], works[pair.right]];
    if (one === undefined || other === undefined) continue;
    enter(pair, ownConflicts(answer, [one, other], [onto.get(pair.left), onto.get(pair.right)]), () =>
      sharedPaths(one.reach, other.reach),
    );
  }
  return picture;
}

/** Without conflicts that one of them has with the target alone. */
function ownConflicts(
  answer: MergeAnswer,
  works: readonly [Work, Work],
  onto: readonly (MergeAnswer | undefined)[],
): MergeAnswer {
  // On one base nothing of the target is in such a merge.
  if (answer.kind !== "conflict" || works[0].base === works[1].base) return answer;
  const known = new Set(
    onto.flatMap((on) => (on?.kind === "conflict" ? on.conflicts.flatMap(({ paths }) => paths) : [])),
  );
  const isShared = (path: string): boolean =>
    works.every(({ reach }) => reach.isWide || reach.paths.has(path) || reach.around.has(path));
  const conflicts = answer.conflicts.filter(({ paths }) => paths.some((path) => !known.has(path) || isShared(path)));
  return conflicts.length > 0 ? { kind: "conflict", conflicts } : { kind: "clean", tree: works[1].tree };
}

function isClean(answer: MergeAnswer | undefined): answer is Clean | undefined {
  return answer === undefined || answer.kind === "clean";
}

function meetsTarget({ base, reach, target }: Work): boolean {
  const others = target.since.get(base);
  // An unknown collision is found out by merging.
  return others === undefined || meets(reach, others);
}
