import { exists } from "../../base/files/exists.ts";
import type { DiskTrouble } from "../../base/home/disk-trouble.ts";
import type { MachineUse } from "../../base/home/machine-use.ts";
import type { EpochMs, JobId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import type { Repository } from "../../git/repository.ts";
import type { Places } from "../../isolation/home/places.ts";
import { objectStorePath } from "../../isolation/store/object-store.ts";
import type { Shut } from "../../schedule/throttle/throttle.ts";
import type { HoldUp } from "../../sheet/rest/hold-up.ts";
import type { Job } from "../../sheet/job.ts";
import type { StoreReader } from "../../store/store.ts";
import type { Uncounted } from "../../api/contract/cost/cost.ts";
import type { OutsideCall } from "../../api/contract/job.ts";

/** The parts that reading needs, with or without a conductor. */
export interface Viewer {
  readonly git: Git;
  /** `undefined` if Tutti never ran in this home. */
  readonly store: Omit<StoreReader, "close" | "epoch"> | undefined;
  readonly places: Places;
  /** Whether a Tutti plays this job now. */
  isPlayed(job: Pick<Job, "id" | "status" | "epoch">): Promise<boolean>;
  readonly agents: AgentsSeen;
  readonly now: Now;
}

interface AgentsSeen {
  /** The job's agents that report no cost; none if no cost is limited. */
  uncounted(job: Job): Promise<readonly Uncounted[]>;
  /** The job's agents that were never checked with this version of Tutti. */
  unverified(job: Job): Promise<readonly string[]>;
}

/** The machine at this moment. */
export interface Now {
  /** The programs that a job waits for; none without a conductor. */
  calls(job: JobId): readonly OutsideCall[];
  /**
   * The reason that a job's results do not land although they are ready; `null`: there is none, or no process plays the
   * job.
   */
  holdUp(job: Job): HoldUp | null;
  /** Why no sheet may start; `null` when one may. */
  held(): string | null;
  /** Accounts, and accounts' uses of a model, that get no requests. */
  shut(): readonly ShutGate[] | Promise<readonly ShutGate[]>;
  /** Sheets of this home that wait for an account which is neither shut nor stopped; none without a conductor. */
  waits(): readonly AccountWait[];
  /** The machine use of a sheet's running agent so far; none without a conductor. */
  use(of: { readonly job: JobId; readonly sheet: string; readonly attempt: number }): MachineUse | undefined;
  /** The trouble of the disk that contexts lie on; `null` when there is room. */
  disk(): Promise<DiskTrouble | null>;
}

/** `key`: as `laneOf` makes it. */
export interface AccountWait {
  readonly key: string;
  readonly agent: string;
  /** The reason, with its figures. */
  readonly why: string;
  readonly until: EpochMs | null;
}

/** `key`: as `accountOf` and `laneOf` make it. */
export interface ShutGate {
  readonly key: string;
  readonly shut: Shut;
}

/** Tutti's object store beside a repository, if there is one. */
export async function findObjectStore(
  { places }: Pick<Viewer, "places">,
  repository: Repository,
): Promise<string | undefined> {
  const path = objectStorePath(places.repositories, repository);
  return (await exists(path)) ? path : undefined;
}
