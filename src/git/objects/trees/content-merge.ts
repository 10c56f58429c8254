import type { CommitSha, EpochMs, TreeSha } from "../../../base/ids.ts";
import type { Git } from "../../git.ts";
import { type Merge, mergeCommits } from "../../history/merge.ts";
import { mergeTrees, type Sides } from "./merge.ts";
import type { Objects } from "../objects.ts";

/** By entries alone where that is clean, else by git. */
export async function mergeAny(objects: Objects, git: Git, what: Sides<TreeSha>): Promise<Merge> {
  const byEntries = await mergeTrees(objects, what);
  return byEntries.kind === "clean" ? byEntries : mergeByGit(objects, git, what);
}

/**
 * git's own merge, which looks into files and follows renames. It takes commits and finds their base by history, so
 * three stand-ins represent the trees. One process each: git 2.39 reports no merge of a batch before its input ends.
 */
export async function mergeByGit(objects: Objects, git: Git, what: Sides<TreeSha>): Promise<Merge> {
  const base = standIn(objects, what.base);
  const ours = standIn(objects, what.ours, { parent: base, side: "ours" });
  const theirs = standIn(objects, what.theirs, { parent: base, side: "theirs" });
  await objects.flush();
  const merge = await mergeCommits(git, objects.gitDir, { ours, theirs });
  if (merge.kind === "clean" || merge.paths.length > 0) return merge;
  // git can't say where, but it must be among these.
  const byEntries = await mergeTrees(objects, what);
  return { kind: "conflict", paths: byEntries.kind === "contended" ? byEntries.paths : [] };
}

/** Different messages: with one commit on both sides git would have nothing to merge. */
function standIn(objects: Objects, tree: TreeSha, on?: { parent: CommitSha; side: string }): CommitSha {
  const by = { name: "Tutti", email: "" };
  return objects.writeCommit({
    tree,
    parents: on === undefined ? [] : [on.parent],
    message: `stand-in for ${on?.side ?? "the base"}\n`,
    by,
    at: 0 as EpochMs,
  });
}
