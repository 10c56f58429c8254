import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ContextId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import type { Context, ContextRequest } from "../context.ts";
import { type ObjectStore, openHub } from "../store/object-store.ts";
import { removeTree } from "../cleanup/remove-tree.ts";
import { identityConfig } from "./clone.ts";
import type { Level } from "./level.ts";

export const worktree: Level = {
  link: linkWorktree,
  agentGit: ({ id }, store) => ({
    gitDir: worktreeGitDir(store, id),
    objects: join(store.hub, "objects"),
    refs: store.hub,
  }),
  adminFolder: worktreeGitDir,
};

/**
 * A detached work tree linked to the store's hub: fewer files than a clone, but tasks share the hub's refs. `git
 * worktree add` is not safe when several run at once; these admin files have one writer.
 */
async function linkWorktree(git: Git, context: Context, request: ContextRequest): Promise<string> {
  const {
    git: { store, identity },
  } = request;
  await openHub(git, store);
  const gitDir = worktreeGitDir(store, context.id);
  // Aside first: git fails on a half-written worktree of another.
  const draft = join(store.hub, "making", context.id);
  await mkdir(draft, { recursive: true });
  await Promise.all([
    writeFile(join(draft, "HEAD"), `${context.base}\n`),
    writeFile(join(draft, "commondir"), "../..\n"),
    writeFile(join(draft, "gitdir"), `${join(context.path, ".git")}\n`),
    // No `git worktree prune` may remove it.
    ...(request.git.lock ? [writeFile(join(draft, "locked"), `tutti: ${context.id}\n`)] : []),
    // With its own configuration git would take a worktree of a bare repository for bare.
    writeFile(join(draft, "config.worktree"), ["[core]", "\tbare = false", ...identityConfig(identity), ""].join("\n")),
    mkdir(join(store.hub, "worktrees"), { recursive: true }),
  ]);
  // Left by an earlier try that failed; the id is claimed.
  await removeTree(gitDir);
  await rename(draft, gitDir);
  await writeFile(join(context.path, ".git"), `gitdir: ${gitDir}\n`);
  return gitDir;
}

/** Known without reading its `.git` file, which a task may have rewritten. */
function worktreeGitDir(store: Pick<ObjectStore, "hub">, id: ContextId): string {
  return join(store.hub, "worktrees", id);
}
