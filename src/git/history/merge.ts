import { type CommitSha, type TreeSha, isObjectName } from "../../base/ids.ts";
import { abortedCode, type Git, gitFailed } from "../git.ts";

/** Paths are raw bytes as latin1. */
export type Merge =
  | { readonly kind: "clean"; readonly tree: TreeSha }
  | { readonly kind: "conflict"; readonly paths: readonly string[]; readonly rest?: MergedRest };

/** The part of a conflict that git could merge, and the files that it could not. */
export interface MergedRest {
  /** Conflicting files are in it with git's marks. */
  readonly tree: TreeSha;
  readonly files: readonly ConflictingFile[];
}

/** A file as all sides have it, under the name that it gets; renames are followed. */
export interface ConflictingFile {
  readonly path: string;
  readonly base?: FileVersion;
  readonly ours?: FileVersion;
  readonly theirs?: FileVersion;
}

interface FileVersion {
  readonly mode: string;
  readonly id: string;
}

/** Merges two commits on objects alone. */
export async function mergeCommits(
  git: Git,
  gitDir: string,
  pair: { ours: CommitSha; theirs: CommitSha },
): Promise<Merge> {
  const exit = await git.sealed({
    gitDir,
    args: ["merge-tree", "--write-tree", "-z", "--no-messages", pair.ours, pair.theirs],
  });
  // Folders moved into each other make git 2.39 abort: because of the content, not the machine.
  if (exit.code === abortedCode) return { kind: "conflict", paths: [] };
  if (exit.code !== 0 && exit.code !== 1) throw gitFailed(exit, "merging");
  const [tree = "", ...rest] = exit.stdout.toString("latin1").split("\0");
  // It also exits 1, without a tree, where nothing can be merged at all.
  if (!isObjectName(tree)) throw gitFailed(exit, "merging");
  if (exit.code === 0) return { kind: "clean", tree: tree as TreeSha };
  const files = filesIn(rest);
  return { kind: "conflict", paths: files.map(({ path }) => path), rest: { tree: tree as TreeSha, files } };
}

const stages = { 1: "base", 2: "ours", 3: "theirs" } as const;

/** Each line is `mode id stage<tab>path`. */
function filesIn(lines: readonly string[]): readonly ConflictingFile[] {
  const files = new Map<string, ConflictingFile>();
  for (const line of lines) {
    const [, mode = "", id = "", stage = "", path = ""] = /^(\d+) ([0-9a-f]+) ([123])\t([^]*)$/.exec(line) ?? [];
    if (path === "") continue;
    files.set(path, { ...files.get(path), path, [stages[Number(stage) as keyof typeof stages]]: { mode, id } });
  }
  return [...files.values()];
}
