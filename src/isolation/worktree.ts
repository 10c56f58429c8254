import { rmdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Git } from "../git/git.ts";
import { addWorktree } from "../git/linked-worktree.ts";
import type { Context } from "./context.ts";
import type { ObjectStore } from "./object-store.ts";

/** A detached work tree linked to Tutti's store. Cheaper in files than a clone, weaker as a wall: tasks share the store's refs. */
export async function linkWorktree(git: Git, context: Context, store: ObjectStore): Promise<string> {
  // git wants to make the folder itself.
  await rmdir(context.path);
  await store.writers(() => addWorktree(git, store.gitDir, { path: context.path, commit: context.base }));
  return worktreeGitDir(store, context);
}

/**
 * Where git keeps the admin files of a worktree context. git names them after the last part of the path, which is the
 * context's id and so unique: the place is known without reading the `.git` file, which a task may have rewritten.
 */
export function worktreeGitDir(store: ObjectStore, context: Context): string {
  return join(store.gitDir, "worktrees", basename(context.path));
}
