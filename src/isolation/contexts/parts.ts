import type { EpochMs, JobId } from "../../base/ids.ts";
import type { CleanupSettings, Retention } from "../cleanup/settings.ts";
import type { DiskLimits } from "../disk/govern.ts";
import type { Git } from "../../git/git.ts";
import { readIdentity, type Identity } from "../../git/identity.ts";
import { openRepository } from "../../git/repository.ts";
import { type ObjectStore, openObjectStore } from "../store/object-store.ts";
import { tuttiItself } from "../store/stand-in.ts";
import type { Places } from "../home/places.ts";
import type { ContextRecord } from "../records/record.ts";
import type { Job } from "../../sheet/job.ts";
import type { Store, StoreReader } from "../../store/store.ts";

type PastReader = Pick<StoreReader, "job" | "fate" | "pastJobs" | "pastRows">;

export interface ContextParts {
  readonly git: Git;
  readonly places: Places;
  /** `undefined`: Tutti never ran here, or its database is lost. */
  readonly store: (PastReader & Partial<Pick<Store, "follow" | "journal">>) | undefined;
  /** As they are now: a reload may change them. */
  limits(): { readonly cleanup: CleanupSettings; readonly retention: Retention; readonly disk: DiskLimits };
  now(): EpochMs;
  isPlayed(job: Pick<Job, "id" | "status" | "epoch">): Promise<boolean>;
  /** Removes containers that killed processes left behind; sentences about them. Absent: nothing here runs any. */
  sweepContainers?(): Promise<readonly string[]>;
}

export async function storeOf(
  { git, places }: ContextParts,
  record: Pick<ContextRecord, "store" | "repository">,
): Promise<ObjectStore> {
  // A plain folder's repository is the store itself.
  const { repository: commonDir } = record;
  const repository =
    commonDir === record.store
      ? { commonDir, gitDir: commonDir, top: null, objectFormat: "sha1" as const }
      : await openRepository(git, commonDir);
  return openObjectStore(git, places.repositories, repository);
}

/** Who snapshots are by: the job, else the user. */
export async function identityFor(parts: ContextParts, of: { job?: JobId; folder: string }): Promise<Identity> {
  const job = of.job === undefined ? undefined : await parts.store?.job(of.job);
  return job?.identity ?? (await readIdentity(parts.git, of.folder).catch(() => tuttiItself));
}
