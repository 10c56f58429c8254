import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { type Merge, mergeCommits } from "../../git/history/merge.ts";
import { writeCommit } from "../../git/history/trees.ts";

/** The author of commits without another author. The same content makes the same commit, in any process and at any time. */
export const tuttiItself = { name: "Tutti", email: "tutti@localhost" };

/** A commit that only a merge needs: git finds what two trees have in common by their history. */
export async function standIn(
  git: Git,
  gitDir: string,
  { tree, parents, side }: { tree: TreeSha; parents: readonly CommitSha[]; side: string },
): Promise<CommitSha> {
  const message = `stand-in: ${side}\n`;
  return writeCommit(git, gitDir, { tree, parents, message, by: tuttiItself, at: 0 as EpochMs });
}

/** Merges a commit into a tree, both made from `base`. */
export async function mergeIntoTree(
  git: Git,
  gitDir: string,
  { tree, base, theirs }: { tree: TreeSha; base: CommitSha; theirs: CommitSha },
): Promise<Merge> {
  const ours = await standIn(git, gitDir, { tree, parents: [base], side: "ours" });
  return mergeCommits(git, gitDir, { ours, theirs });
}
