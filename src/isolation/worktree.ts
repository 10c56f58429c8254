import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Git } from "../git/git.ts";
import { addWorktree } from "../git/linked-worktree.ts";
import { identityConfig } from "./clone.ts";
import type { Context, ContextRequest } from "./context.ts";
import { type ObjectStore, openHub } from "./object-store.ts";

/** A detached work tree linked to the store's hub. Cheaper in files than a clone, weaker as a wall: tasks share the hub's refs. */
export async function linkWorktree(git: Git, context: Context, request: ContextRequest): Promise<string> {
  const { store, identity } = request;
  await store.writers(async () => {
    await openHub(git, store);
    await addWorktree(git, store.hub, { path: context.path, commit: context.base });
  });
  const gitDir = worktreeGitDir(store, context);
  // With a configuration of its own git would take a worktree of a bare repository for bare as well.
  await writeFile(join(gitDir, "config.worktree"), ["[core]", "\tbare = false", ...identityConfig(identity), ""].join("\n"));
  return gitDir;
}

/**
 * Where git keeps the admin files of a worktree context. git names them after the last part of the path, which is the
 * context's id and so unique: the place is known without reading the `.git` file, which a task may have rewritten.
 */
export function worktreeGitDir(store: ObjectStore, context: Context): string {
  return join(store.hub, "worktrees", basename(context.path));
}
