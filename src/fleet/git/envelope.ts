import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { type Git, linesIn, requireOk } from "../../git/git.ts";
import { readTree, writeCommit } from "../../git/history/trees.ts";
import { tuttiItself } from "../../isolation/store/stand-in.ts";

/** One commit whose parents are what it carries: a claim has one ref, and everything passes in one transfer. */
export async function sealEnvelope(
  git: Git,
  gitDir: string,
  carried: readonly [CommitSha, ...CommitSha[]],
): Promise<CommitSha> {
  const tree = await readTree(git, gitDir, carried[0]);
  const parents = [...new Set(carried)];
  return writeCommit(git, gitDir, {
    tree,
    parents,
    message: "what a claim carries\n",
    by: tuttiItself,
    at: 0 as EpochMs,
  });
}

/** Its content, in order. */
export async function openEnvelope(git: Git, gitDir: string, envelope: string): Promise<readonly CommitSha[]> {
  const exit = await git.sealed({
    gitDir,
    args: ["rev-list", "--parents", "--max-count=1", "--end-of-options", envelope],
  });
  const [line = ""] = linesIn(requireOk(exit, "reading what a claim carries"));
  return line.split(" ").slice(1) as CommitSha[];
}
