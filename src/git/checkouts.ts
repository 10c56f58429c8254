import { type Git, requireOk } from "./git.ts";

/** A work tree of the user's repository and the branch it has checked out. */
export interface Checkout {
  readonly path: string;
  /** Full ref name; `undefined` when detached. */
  readonly branch: string | undefined;
}

/** All work trees of a repository that have files, the main one first. */
export async function readCheckouts(git: Git, commonDir: string): Promise<readonly Checkout[]> {
  const exit = await git.sealed({ gitDir: commonDir, args: ["worktree", "list", "--porcelain", "-z"] });
  const records = requireOk(exit, "listing checkouts").toString("utf8").split("\0\0");
  return records.flatMap((record) => {
    const lines = record.split("\0");
    const path = lines.find((line) => line.startsWith("worktree "))?.slice("worktree ".length);
    if (path === undefined || lines.includes("bare") || lines.some((line) => line.startsWith("prunable"))) return [];
    return [{ path, branch: lines.find((line) => line.startsWith("branch "))?.slice("branch ".length) }];
  });
}
