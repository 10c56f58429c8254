import type { CommitSha } from "../base/ids.ts";
import { type Git, requireOk } from "./git.ts";

/** Links an empty work tree to a store, detached at a commit. Runs in the store's writers' queue: parallel adds are not safe. */
export async function addWorktree(git: Git, gitDir: string, worktree: { path: string; commit: CommitSha }): Promise<void> {
  const exit = await git.sealed({
    gitDir,
    args: ["worktree", "add", "--quiet", "--detach", "--no-checkout", "--lock", "--reason=tutti", "--", worktree.path, worktree.commit],
  });
  requireOk(exit, "adding a worktree");
}
