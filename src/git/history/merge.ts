import { type CommitSha, type TreeSha, isObjectName } from "../../base/ids.ts";
import { abortedCode, type Git, gitFailed } from "../git.ts";

/** Paths are raw bytes as latin1. */
export type Merge =
  | { readonly kind: "clean"; readonly tree: TreeSha }
  | { readonly kind: "conflict"; readonly paths: readonly string[] };

/** Merges two commits on objects alone. */
export async function mergeCommits(
  git: Git,
  gitDir: string,
  pair: { ours: CommitSha; theirs: CommitSha },
): Promise<Merge> {
  const exit = await git.sealed({
    gitDir,
    args: ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", pair.ours, pair.theirs],
  });
  // Folders moved into each other make git 2.39 abort: because of the content, not the machine.
  if (exit.code === abortedCode) return { kind: "conflict", paths: [] };
  if (exit.code !== 0 && exit.code !== 1) throw gitFailed(exit, "merging");
  const [tree = "", ...rest] = exit.stdout.toString("latin1").split("\0");
  // It also exits 1, without a tree, where nothing can be merged at all.
  if (!isObjectName(tree)) throw gitFailed(exit, "merging");
  if (exit.code === 0) return { kind: "clean", tree: tree as TreeSha };
  return { kind: "conflict", paths: [...new Set(rest.filter((path) => path !== ""))] };
}
