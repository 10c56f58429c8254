import type { CommitSha, TreeSha } from "../../base/ids.ts";
import { type Git, requireOk, wordIn } from "../git.ts";
import { type Authored, identityEnvironment } from "../identity.ts";

/** A commit's tree never changes, and landing asks for the same few again and again. */
const treesOf = new Map<CommitSha, TreeSha>();
const mostKept = 10_000;

export async function readTree(git: Git, gitDir: string, commit: CommitSha): Promise<TreeSha> {
  const known = treesOf.get(commit);
  if (known !== undefined) return known;
  const tree = await askTree(git, gitDir, commit);
  knowTree(commit, tree);
  return tree;
}

/** The tree of a commit that was just made. */
export function knowTree(commit: CommitSha, tree: TreeSha): void {
  if (treesOf.size >= mostKept) treesOf.clear();
  treesOf.set(commit, tree);
}

async function askTree(git: Git, gitDir: string, commit: CommitSha): Promise<TreeSha> {
  const exit = await git.sealed({ gitDir, args: ["rev-parse", "--verify", "--end-of-options", `${commit}^{tree}`] });
  return wordIn(requireOk(exit, `reading the tree of ${commit}`)) as TreeSha;
}

/** The tree of a private index. */
export async function writeTree(git: Git, gitDir: string, index: string): Promise<TreeSha> {
  return wordIn(requireOk(await git.sealed({ gitDir, index, args: ["write-tree"] }), "writing a tree")) as TreeSha;
}

export interface NewCommit extends Authored {
  readonly tree: TreeSha;
  readonly parents: readonly CommitSha[];
  readonly message: string;
}

export async function writeCommit(git: Git, gitDir: string, commit: NewCommit): Promise<CommitSha> {
  const exit = await git.sealed({
    gitDir,
    args: ["commit-tree", ...commit.parents.flatMap((parent) => ["-p", parent]), "-F", "-", commit.tree],
    env: identityEnvironment(commit),
    stdin: commit.message,
  });
  return wordIn(requireOk(exit, "writing a commit")) as CommitSha;
}

/** git knows it whether or not it was ever written. */
export function emptyTree(format: "sha1" | "sha256"): TreeSha {
  return names[format] as TreeSha;
}

const names = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
} as const;
