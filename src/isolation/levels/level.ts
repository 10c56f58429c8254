import type { ContextId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import type { Context, ContextRequest } from "../context.ts";
import type { ObjectStore } from "../store/object-store.ts";

/** The operations that differ between levels. */
export interface Level {
  /** Gives a new folder its git side; returns the git dir whose index the agent sees, `null`: none. */
  link(git: Git, context: Context, request: ContextRequest): Promise<string | null>;
  /** The agent's own repository; `null`: its commits are the user's already. */
  agentGit(context: Context, store: Pick<ObjectStore, "hub">): AgentGit | null;
  /** The folder outside the context that goes with it; `null`: none. */
  adminFolder(store: Pick<ObjectStore, "hub">, id: ContextId): string | null;
}

/** The agent may write all of it: read it as data only. */
export interface AgentGit {
  readonly gitDir: string;
  readonly objects: string;
  /** The folder whose refs HEAD means; contexts may share it. */
  readonly refs: string;
}
