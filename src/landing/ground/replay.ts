import type { TreeSha } from "../../base/ids.ts";
import { mergeByGit } from "../../git/objects/content-merge.ts";
import { mergeTrees } from "../../git/objects/merge.ts";
import type { Step } from "../candidate.ts";
import type { LandingHands } from "../hands.ts";
import type { OwnCommit } from "./own-commits.ts";

export type Replayed =
  | { readonly kind: "merged"; readonly tree: TreeSha; readonly steps: readonly Step[] }
  | { readonly kind: "conflict"; readonly paths: readonly string[] };

interface Replay {
  readonly commits: readonly OwnCommit[];
  readonly base: TreeSha;
  readonly result: TreeSha;
  readonly below: TreeSha;
}

/**
 * An agent's commits one after the other on top of a tree, each merged by what it was made on; none is dropped, not
 * even one whose change is there already. What the agent left uncommitted comes last, and is no step of its own.
 */
export async function replay(hands: LandingHands, { commits, base, result, below }: Replay): Promise<Replayed> {
  const steps: Step[] = [];
  let tree = below;
  for (const { source, tree: theirs, parentTree } of commits) {
    const merged = await mergeStep(hands, { base: parentTree, ours: tree, theirs });
    if (merged.kind === "conflict") return merged;
    tree = merged.tree;
    steps.push({ source, tree });
  }
  const rest = await mergeStep(hands, { base: commits.at(-1)?.tree ?? base, ours: tree, theirs: result });
  return rest.kind === "conflict" ? rest : { kind: "merged", tree: rest.tree, steps };
}

async function mergeStep(
  { objects, git }: LandingHands,
  sides: Parameters<typeof mergeTrees>[1],
): ReturnType<typeof mergeByGit> {
  const byEntries = await mergeTrees(objects, sides);
  return byEntries.kind === "clean" ? byEntries : mergeByGit(objects, git, sides);
}
