import type { Agent } from "../../agents/agent.ts";
import type { ProfileShelf } from "../../agents/profiles/shelf.ts";
import type { PlayParts } from "../../agents/run/play.ts";
import type { ContextId, JobId } from "../../base/ids.ts";
import type { World } from "../../base/world.ts";
import type { Memory } from "../../checks/memory.ts";
import type { Throttles } from "../agents/throttles.ts";
import type { Git } from "../../git/git.ts";
import type { Objects } from "../../git/objects/objects.ts";
import type { FixRecord } from "../../fix/model.ts";
import type { ObjectStore } from "../../isolation/store/object-store.ts";
import type { Places } from "../../isolation/home/places.ts";
import type { LandingQueue, QueueRules } from "../../landing/queue/queue.ts";
import type { OsLock } from "../../lock/os-lock.ts";
import type { RunProcess } from "../../process/process.ts";
import type { AgentPlan } from "../../score/plan/agent-plan.ts";
import type { Plan } from "../../score/plan/plan.ts";
import type { Resolver } from "../../score/resolve/resolver.ts";
import type { Job } from "../../sheet/job.ts";
import type { Journal, StoreReader } from "../../store/store.ts";
import type { QueueName } from "../../store/queue.ts";

/** The real things one job is played with. */
export interface Equipment {
  readonly git: Git;
  readonly run: RunProcess;
  readonly world: World;
  readonly journal: Journal;
  /** What gates said of trees, by what the journal was told. */
  readonly verdicts: Pick<StoreReader, "verdict" | "quarantine">;
  /** What happened to sheets, and what jobs of this home are, as the journal has it. */
  readonly past: Pick<StoreReader, "events" | "job" | "sheets">;
  readonly places: Places;
  readonly store: ObjectStore;
  /**
   * Fills in the texts of a plan: the job's may change while it is played, and attempts that began before keep theirs.
   */
  readonly resolverOf: (plan: Plan) => Resolver;
  /** Which life of this home it is; marks what it takes in the user's checkout. */
  readonly owner: string;
  readonly startedAt: number;
  /** What agents and validations may have of the user's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** All that their client's terminal had. In memory only: it holds what must not reach the disk. */
  readonly client: Readonly<Record<string, string | undefined>>;
  readonly agents: Agents;
  /** What tools said of bases. */
  readonly memory: Memory;
  /** What the job is about, where `tutti fix` made it. */
  readonly fixRecord: () => Promise<FixRecord | undefined>;
  readonly cleanerFor: PlayParts["cleanerFor"];
  readonly throttles: Throttles;
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

/** Who a plan means. Profiles are read when the first one is asked for. */
export interface Agents {
  agentFor(plan: AgentPlan): Promise<Agent>;
  shelf(): Promise<ProfileShelf>;
}

export interface SharedTurns {
  /** Whose turn it is to move something in a repository. */
  readonly landing: Map<string, Promise<unknown>>;
  readonly queues: Queues;
  /** Does what nobody waits for; its end is waited for, for a while, when this process closes. */
  readonly behind: (work: () => Promise<void>) => void;
  /** Repositories that were put in order since this process began. */
  readonly repaired: Map<string, Promise<void>>;
}

/** What all jobs of this process share of landing. */
export interface Queues {
  /** By repository and target. */
  readonly open: Map<string, LandingQueue>;
  /** Of jobs with results in a queue: what is done for a result is done with its own job's things. */
  readonly equipment: Map<JobId, { readonly equipment: Equipment; offers: number }>;
  /** By git folder. */
  readonly objects: Map<string, Objects>;
  /** What a person said of a queue. */
  rulesOf(queue: QueueName): QueueRules;
  close(): Promise<void>;
}

export function workspaceOf(equipment: Equipment, job: Job): string {
  return job.plan.workspace ?? equipment.places.workspace(job.id);
}
