import type { TreeSha } from "../../base/ids.ts";
import type { MergedRest } from "../../git/history/merge.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import { mergePlan } from "../../score/plan/landing-plan.ts";
import type { FallenMerge } from "../../sheet/merges.ts";
import type { Candidate, FoundMerge } from "../candidate.ts";
import type { LayerStep } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import { areBothTested } from "./guarded.ts";
import { refusedWords, unallowedWords } from "./proposals/untested.ts";
import { type Derived, deriveFiles } from "./derived/derive.ts";
import { type MergeProposal, type Propose, type Proposed, proposeTrees } from "./proposals/propose.ts";
import { wayNames } from "./ways/proposal.ts";
import { askWorker } from "./worker/ask.ts";

/** The facts known of a result's merges. */
export interface MergeMemory {
  /** Merges that failed their tests, by tree. */
  readonly fallen: ReadonlyMap<TreeSha, FallenMerge>;
  /** Finding proposals takes long: the same conflict is looked at once. */
  proposals(rest: MergedRest, find: () => Promise<Proposed>): Promise<Proposed>;
  /** The tools' versions of a proposal: each tool is asked once. */
  derived(tree: TreeSha, make: () => Promise<Derived>): Promise<Derived>;
  /** A merge that can't be tested at all. */
  passOver(tree: TreeSha, fallen: FallenMerge): void;
}

export type NextMerge =
  | { readonly kind: "found"; readonly tree: TreeSha; readonly merge: FoundMerge }
  /** There is no more, or too many fell. */
  | { readonly kind: "none"; readonly untested: readonly string[] };

/** The next merge to test where git finds a conflict. */
export async function nextMerge(
  hands: LandingHands,
  candidate: Candidate,
  conflict: { readonly rest: MergedRest; readonly where: LayerStep; readonly memory: MergeMemory },
): Promise<NextMerge> {
  const { memory } = conflict;
  const { mode, budget } = mergePlan(candidate.job.plan.landing);
  if (mode === "text") return { kind: "none", untested: [] };
  const proposed = await proposalsOf(hands, candidate, conflict);
  const { proposals } = proposed;
  const unguarded = proposals.every(({ isPreserving }) => isPreserving)
    ? null
    : await whyUnguarded(hands, candidate, conflict);
  for (const proposal of proposals) {
    if (memory.fallen.size >= budget) break;
    if (memory.fallen.has(proposal.tree) || !(unguarded === null || proposal.isPreserving)) continue;
    const tree = await wholeTree(hands, proposal, memory);
    if (tree === undefined || memory.fallen.has(tree)) continue;
    const { way, reason, isPreserving } = proposal;
    const paths = proposal.paths.map(shownPath);
    const tried = { fallen: [...memory.fallen.values()], untested: refusedWords(proposed) };
    return { kind: "found", tree, merge: { way, reason, paths, isPreserving, ...tried } };
  }
  const untested = [
    ...refusedWords(proposed),
    ...unallowedWords(proposals, { unguarded, budget, tested: memory.fallen.size }),
  ];
  return { kind: "none", untested };
}

/** The proposals of all ways to merge for a conflict, and the rest of it for an agent. */
export function proposalsOf(
  hands: LandingHands,
  candidate: Candidate,
  { rest, memory }: { readonly rest: MergedRest; readonly memory: MergeMemory },
): Promise<Proposed> {
  const { generated = [] } = mergePlan(candidate.job.plan.landing);
  const propose: Propose = (path, texts) => askWorker(hands.self.world, { path, texts, ways: wayNames });
  return memory.proposals(rest, () => proposeTrees(hands.objects, rest, { propose, generated }));
}

/** With the files that tools make; `undefined`: one can't be made, and why is remembered. */
async function wholeTree(
  { git, objects, self: { scratch, tools } }: LandingHands,
  { tree, derived, way, reason }: MergeProposal,
  memory: MergeMemory,
): Promise<TreeSha | undefined> {
  if (derived.length === 0) return tree;
  const made = await memory.derived(tree, async () =>
    tools === undefined
      ? { kind: "not-made", why: "no tools run here" }
      : deriveFiles({ git, objects, scratch, ...tools }, tree, derived),
  );
  if (made.kind === "made") return made.tree;
  memory.passOver(tree, { way, reason, why: made.why });
  return undefined;
}

/** An order that was chosen is right only if tests of both sides say so; `null`: they can. */
async function whyUnguarded(
  hands: LandingHands,
  candidate: Candidate,
  { rest, where: { head, isGuarded } }: { readonly rest: MergedRest; readonly where: LayerStep },
): Promise<string | null> {
  if (mergePlan(candidate.job.plan.landing).mode !== "proven") return "landing.merge is certified";
  const areTested =
    isGuarded !== false && (await areBothTested(hands, candidate, { head, paths: rest.files.map(({ path }) => path) }));
  return areTested ? null : "not all changes on both sides have validations that run on the merged tree";
}
