import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import { type Git, requireOk } from "../git.ts";
import { type Identity, identityEnvironment } from "../identity.ts";

/** A commit's tree never changes, so the last answers are kept: landing asks for the same few over and over. */
const treesOf = new Map<CommitSha, TreeSha>();
const mostKept = 10_000;

export async function readTree(git: Git, gitDir: string, commit: CommitSha): Promise<TreeSha> {
  const known = treesOf.get(commit);
  if (known !== undefined) return known;
  const tree = await askTree(git, gitDir, commit);
  if (treesOf.size >= mostKept) treesOf.clear();
  treesOf.set(commit, tree);
  return tree;
}

async function askTree(git: Git, gitDir: string, commit: CommitSha): Promise<TreeSha> {
  const exit = await git.sealed({ gitDir, args: ["rev-parse", "--verify", "--end-of-options", `${commit}^{tree}`] });
  return requireOk(exit, `reading the tree of ${commit}`).toString("utf8").trim() as TreeSha;
}

/** The tree of a private index. */
export async function writeTree(git: Git, gitDir: string, index: string): Promise<TreeSha> {
  return requireOk(await git.sealed({ gitDir, index, args: ["write-tree"] }), "writing a tree")
    .toString("utf8")
    .trim() as TreeSha;
}

export interface NewCommit {
  readonly tree: TreeSha;
  readonly parents: readonly CommitSha[];
  readonly message: string;
  readonly by: Identity;
  readonly at: EpochMs;
}

export async function writeCommit(git: Git, gitDir: string, commit: NewCommit): Promise<CommitSha> {
  const exit = await git.sealed({
    gitDir,
    args: ["commit-tree", ...commit.parents.flatMap((parent) => ["-p", parent]), "-F", "-", commit.tree],
    env: identityEnvironment(commit.by, commit.at),
    stdin: commit.message,
  });
  return requireOk(exit, "writing a commit").toString("utf8").trim() as CommitSha;
}

/** The name of the tree without entries, which git knows whether or not it was ever written. */
export function emptyTree(format: "sha1" | "sha256"): TreeSha {
  return names[format] as TreeSha;
}

const names = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
} as const;
