import type { ContextId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import type { Context, ContextRequest } from "../context.ts";
import type { ObjectStore } from "../store/object-store.ts";

/** What one level of isolation does in its own way. All else is the same at every level. */
export interface Level {
  /** Gives a new folder its git side; returns the git dir whose index the agent sees, `null`: it has none. */
  link(git: Git, context: Context, request: ContextRequest): Promise<string | null>;
  /** Where the agent's own repository is; `null`: what the agent commits is the user's already. */
  agentGit(context: Context, store: Pick<ObjectStore, "hub">): AgentGit | null;
  /** The folder outside the context that goes when the context goes; `null`: there is none. */
  adminFolder(store: Pick<ObjectStore, "hub">, id: ContextId): string | null;
}

/** Where an agent's own repository lies. The agent may write all of it, so it is read as data only. */
export interface AgentGit {
  readonly gitDir: string;
  readonly objects: string;
  /** The folder whose refs its HEAD means; another than `gitDir` where contexts share their refs. */
  readonly refs: string;
}
