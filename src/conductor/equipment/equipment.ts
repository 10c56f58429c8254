import type { Agents } from "../../agents/known/cast.ts";
import type { PlayParts } from "../../agents/run/play.ts";
import type { ContextId, JobId } from "../../base/ids.ts";
import type { World } from "../../base/world/world.ts";
import type { Memory } from "../../checks/memory.ts";
import type { Throttles } from "../agents/throttles.ts";
import type { Copies } from "./copies/idle-copies.ts";
import type { Git } from "../../git/git.ts";
import type { Objects } from "../../git/objects/objects.ts";
import type { FixRecord } from "../../fix/model.ts";
import type { ShowInstalled } from "../../isolation/prepare/prepared.ts";
import type { Furnisher } from "../../isolation/prepare/recipe/furnish.ts";
import type { ObjectStore } from "../../isolation/store/object-store.ts";
import type { Places } from "../../isolation/home/places.ts";
import type { LandingQueue, QueueRules } from "../../landing/queue/queue.ts";
import type { OsLock } from "../../lock/os-lock.ts";
import type { RunProcess } from "../../process/process.ts";
import type { Sandbox } from "../../process/sandbox/sandbox.ts";
import type { Plan } from "../../score/plan/plan.ts";
import type { SandboxLevel } from "../../score/plan/sandbox.ts";
import { type Resolver, makeResolver } from "../../score/resolve/resolver.ts";
import type { Activity } from "../../sheet/activity.ts";
import type { Job } from "../../sheet/job.ts";
import type { Journal, StoreReader } from "../../store/store.ts";
import type { QueueName } from "../../store/queue.ts";

/** The real things that one job is played with. */
export interface Equipment {
  readonly git: Git;
  readonly world: World;
  readonly places: Places;
  /** The object store beside the job's repository. */
  readonly store: ObjectStore;
  readonly notice: (text: string) => void;
  readonly programs: Programs;
  readonly records: Records;
  readonly shared: Shared;
}

/** How agents and validations of a job are run. */
export interface Programs {
  readonly run: RunProcess;
  /** Gives contexts what is installed in the checkout. */
  readonly showInstalled: ShowInstalled;
  /** The sandbox that confines programs on this machine. */
  readonly sandbox: () => Promise<Pick<Sandbox, "layers">>;
  /** How gates are confined: they are of no job. */
  readonly gateLevel: () => Promise<SandboxLevel>;
  /** Makes contexts ready by the recipe of a score. */
  readonly furnisher: Furnisher;
  /** Identifies this life of the home; marks what it holds in the user's checkout. */
  readonly owner: string;
  readonly agents: Agents;
  readonly cleanerFor: PlayParts["cleanerFor"];
  /** The part of the user's environment that agents and validations may see. */
  readonly environment: Readonly<Record<string, string>>;
  /** The whole environment of the client's terminal. In memory only: it holds what must not reach the disk. */
  readonly client: Readonly<Record<string, string | undefined>>;
}

/** The records that are kept of a job. */
export interface Records {
  readonly journal: Journal;
  /** Results of gates, by tree. */
  readonly verdicts: Pick<StoreReader, "verdict" | "quarantine">;
  /** Events of sheets, the jobs of this home, and what its attempts came to. */
  readonly past: Pick<StoreReader, "events" | "job" | "sheets" | "workFigures" | "outcomes" | "patterns">;
  /** Findings of tools on bases. */
  readonly memory: Memory;
  /** The findings that the job is about, if `tutti fix` made it. */
  readonly fixRecord: () => Promise<FixRecord | undefined>;
  /** Snapshots of the job's workspace are taken one at a time; each reason for a skipped one is reported once. */
  readonly workspace: { last: Promise<unknown>; readonly said: Set<string> };
}

/** The parts that all jobs of a process share. */
export interface Shared {
  readonly startedAt: number;
  readonly throttles: Throttles;
  /** Hears what running agents do. */
  readonly activity: ActivityEar;
  /** An attempt begins that may be ended to make room; to be called when it is over. */
  readonly enlist: (end: () => void) => () => void;
  /** Why no other sheet may start now; `null` when one may. */
  readonly mayStart: () => string | null;
  /** Cleans up this home by its rules; never fails. */
  readonly cleanUp: () => Promise<void>;
  /** Runs work that no job waits for; a closing process waits for it for a while. */
  readonly behind: (work: () => Promise<void>) => void;
  readonly queues: Queues;
  readonly copies: Copies;
  /** Folders of the user's that attempts work in alone now. */
  readonly held: Map<ContextId, OsLock>;
  readonly turns: Turns;
}

interface ActivityEar {
  note(activity: Activity): void;
  over(of: Pick<Activity, "job" | "sheet">): void;
}

/** By repository. */
interface Turns {
  /** The last step that moves something in a repository. */
  readonly landing: Map<string, Promise<unknown>>;
  /** Repositories that were repaired since this process began. */
  readonly repaired: Map<string, Promise<void>>;
}

/** The landing queues of a process. */
export interface Queues {
  /** By repository and target. */
  readonly open: Map<string, LandingQueue>;
  /** Of jobs with results in a queue: each result is landed with its own job's equipment. */
  readonly equipment: Map<JobId, { readonly equipment: Equipment; offers: number }>;
  /** By git folder. */
  readonly objects: Map<string, Objects>;
  /** Pauses and orders that a person gave. */
  rulesOf(queue: QueueName): QueueRules;
  close(): Promise<void>;
}

export function workspaceOf(equipment: Equipment, job: Job): string {
  return job.plan.workspace ?? equipment.places.workspace(job.id);
}

const resolvers = new WeakMap<Plan, Resolver>();

/** Fills in the texts of a plan. A job's plan may change while it is played; attempts that began before keep theirs. */
export function resolverOf(plan: Plan): Resolver {
  const found = resolvers.get(plan) ?? makeResolver(plan);
  resolvers.set(plan, found);
  return found;
}
