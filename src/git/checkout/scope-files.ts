import { type Git, requireOk } from "../git.ts";
import { readForkPoint } from "../refs/refs.ts";
import type { Repository } from "../repository.ts";

/** Names of files as text: tools can't be asked about names that are no text. */

/** All files of a commit, links and submodules left out. */
export async function readFilesOf(git: Git, gitDir: string, commit: string): Promise<readonly string[]> {
  const exit = await git.sealed({ gitDir, args: ["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commit] });
  return namesIn(requireOk(exit, "listing files")).flatMap((line) =>
    line.startsWith("100") ? [line.slice(line.indexOf("\t") + 1)] : [],
  );
}

/**
 * All files of a checkout that git does not ignore, deleted ones and links included. `except`: folders that count only
 * if git has them.
 */
export async function readFilesIn(
  git: Git,
  { gitDir, top }: { readonly gitDir: string; readonly top: string },
  except: readonly string[],
): Promise<readonly string[]> {
  const excluded = except.map((name) => `--exclude=${name}/`);
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "-z", ...excluded];
  const exit = await git.checkout({ gitDir, workTree: top, args, env: { GIT_OPTIONAL_LOCKS: "0" } });
  return namesIn(requireOk(exit, "listing files"));
}

/** Uncommitted files: in the index, and beside it. */
export interface Uncommitted {
  /** Differs from what is staged, or is not known to git at all. */
  readonly changed: ReadonlySet<string>;
  readonly staged: ReadonlySet<string>;
}

export async function readUncommitted(
  git: Git,
  { gitDir, top }: Pick<Repository, "gitDir" | "top">,
): Promise<Uncommitted> {
  if (top === null) return { changed: new Set(), staged: new Set() };
  const args = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all"];
  // git would refresh the user's index on the way.
  const exit = await git.checkout({ gitDir, workTree: top, args, env: { GIT_OPTIONAL_LOCKS: "0" } });
  const changed = new Set<string>();
  const staged = new Set<string>();
  for (const line of namesIn(requireOk(exit, "looking at the checkout"))) {
    const path = line.slice(3);
    if (line[0] !== " " && line[0] !== "?") staged.add(path);
    if (line[1] !== " ") changed.add(path);
  }
  return { changed, staged };
}

/** Files that differ since the commit left a branch. `null`: no such branch, or nothing in common. */
export async function readSince(
  git: Git,
  gitDir: string,
  { branch, commit }: { branch: string; commit: string },
): Promise<readonly string[] | null> {
  const from = await readForkPoint(git, gitDir, [branch, commit]);
  if (from === undefined) return null;
  const exit = await git.sealed({
    gitDir,
    args: [
      "diff-tree",
      "-r",
      "-z",
      "--name-only",
      "--no-renames",
      "--diff-filter=AMT",
      "--end-of-options",
      from,
      commit,
    ],
  });
  return namesIn(requireOk(exit, "comparing with a branch"));
}

function namesIn(output: Buffer): readonly string[] {
  return output
    .toString("utf8")
    .split("\0")
    .filter((name) => name !== "");
}
