import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ContextId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import type { Context, ContextRequest } from "../context.ts";
import { type ObjectStore, openHub } from "../store/object-store.ts";
import { removeTree } from "../remove-tree.ts";
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
 * A detached work tree linked to the store's hub. Cheaper in files than a clone, weaker as a wall: tasks share the
 * hub's refs. git's own `worktree add` is not safe when several run at once; its admin files are few, and nobody else
 * writes these.
 */
async function linkWorktree(git: Git, context: Context, request: ContextRequest): Promise<string> {
  const { store, identity } = request;
  await openHub(git, store);
  const gitDir = worktreeGitDir(store, context.id);
  // Aside first: a git of another worktree that looks at all of them dies of one that is half written.
  const draft = join(store.hub, "making", context.id);
  await mkdir(draft, { recursive: true });
  await Promise.all([
    writeFile(join(draft, "HEAD"), `${context.base}\n`),
    writeFile(join(draft, "commondir"), "../..\n"),
    writeFile(join(draft, "gitdir"), `${join(context.path, ".git")}\n`),
    // Nobody's `git worktree prune` may take it for a leftover.
    ...(request.lock ? [writeFile(join(draft, "locked"), `tutti: ${context.id}\n`)] : []),
    // With a configuration of its own git would take a worktree of a bare repository for bare as well.
    writeFile(join(draft, "config.worktree"), ["[core]", "\tbare = false", ...identityConfig(identity), ""].join("\n")),
    mkdir(join(store.hub, "worktrees"), { recursive: true }),
  ]);
  // Of an earlier try that failed later on: the id is claimed, and the folder of its files is new.
  await removeTree(gitDir);
  await rename(draft, gitDir);
  await writeFile(join(context.path, ".git"), `gitdir: ${gitDir}\n`);
  return gitDir;
}

/**
 * Where a worktree context's admin files lie: known without reading its `.git` file, which a task may have rewritten.
 */
function worktreeGitDir(store: Pick<ObjectStore, "hub">, id: ContextId): string {
  return join(store.hub, "worktrees", id);
}
