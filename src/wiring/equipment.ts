import type { AgentPaths } from "../agents/agent-for.ts";
import type { World } from "../base/world.ts";
import type { Git } from "../git/git.ts";
import type { ObjectStore } from "../isolation/object-store.ts";
import type { Places } from "../isolation/places.ts";
import type { RunProcess } from "../process/process.ts";
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
  /** Fills in the texts of the job's plan. */
  readonly resolver: Resolver;
  /** Which life of this home it is; marks what it takes in the user's checkout. */
  readonly owner: string;
  readonly startedAt: number;
  /** What agents and validations may have of the user's environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly agents: AgentPaths;
  readonly notice: (text: string) => void;
}

export function workspaceOf(equipment: Equipment, job: Job): string {
  return job.plan.workspace ?? equipment.places.workspace(job.id);
}
