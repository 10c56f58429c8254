import type { AgentPaths } from "../agents/agent-for.ts";
import type { ContextId } from "../base/ids.ts";
import type { World } from "../base/world.ts";
import type { Git } from "../git/git.ts";
import type { ObjectStore } from "../isolation/object-store.ts";
import type { Places } from "../isolation/places.ts";
import type { OsLock } from "../lock/os-lock.ts";
import type { RunProcess } from "../process/process.ts";
import type { Plan } from "../score/plan.ts";
import type { Resolver } from "../score/resolve/resolver.ts";
import type { Job } from "../sheet/job.ts";
import type { Journal } from "../store/journal.ts";

/** The real things one job is played with. */
export interface Equipment {
  readonly git: Git;
  readonly run: RunProcess;
  readonly world: World;
  readonly journal: Journal;
  readonly places: Places;
  readonly store: ObjectStore;
  /** Fills in the texts of a plan: the job's may change while it is played, and attempts that began before keep theirs. */
  readonly resolverOf: (plan: Plan) => Resolver;
  /** Which life of this home it is; marks what it takes in the user's checkout. */
  readonly owner: string;
  readonly startedAt: number;
  /** What agents and validations may have of the user's environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly agents: AgentPaths;
  readonly notice: (text: string) => void;
  /** Folders of the user's that attempts have to themselves now. */
  readonly held: Map<ContextId, OsLock>;
  /** Whose turn it is to make a snapshot of the job's workspace, and why some could not be made. */
  readonly workspaceTurn: { last: Promise<unknown>; readonly said: Set<string> };
  /** Cleans up what the rules say, in this home; never fails. */
  readonly cleanUp: () => Promise<void>;
  /** Why no other sheet may start now; `null` when one may. */
  readonly mayStart: () => string | null;
  /** What all jobs of this process share, by repository. */
  readonly shared: SharedTurns;
}

export interface SharedTurns {
  /** Whose turn it is to land in a repository. */
  readonly landing: Map<string, Promise<unknown>>;
  /** Repositories that were put in order since this process began. */
  readonly repaired: Map<string, Promise<void>>;
}

export function workspaceOf(equipment: Equipment, job: Job): string {
  return job.plan.workspace ?? equipment.places.workspace(job.id);
}
