import { join } from "node:path";
import { unreachable } from "../../base/error.ts";
import type { Context } from "../context.ts";
import { worktreeGitDir } from "../levels/worktree.ts";
import type { ObjectStore } from "../object-store.ts";

/** `null` where the agent had no repository of its own: what it commits in place is the user's already. */
export function agentGit(context: Context, store: ObjectStore): { gitDir: string; objects: string } | null {
  switch (context.level) {
    case "worktree":
      return { gitDir: worktreeGitDir(store, context.id), objects: join(store.hub, "objects") };
    // One without git may have been made a repository by its agent.
    case "directory":
    case "clone":
    case "full":
      return { gitDir: join(context.path, ".git"), objects: join(context.path, ".git", "objects") };
    case "none":
    case "branch":
      return null;
    default:
      return unreachable(context.level);
  }
}

/** Lets a git that works with the store find objects that only the agent has. */
export function lending(objects: string): Readonly<Record<string, string>> {
  return { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects) };
}
