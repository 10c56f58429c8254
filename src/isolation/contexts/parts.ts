import type { EpochMs, JobId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { readIdentity, type Identity } from "../../git/identity.ts";
import { openRepository } from "../../git/repository.ts";
import { type ObjectStore, openObjectStore } from "../store/object-store.ts";
import type { Places } from "../home/places.ts";
import type { ContextRecord } from "../records/record.ts";
import type { Job } from "../../sheet/job.ts";
import type { StoreReader } from "../../store/store.ts";

/** What looking at contexts and clearing them needs. */
export interface ContextParts {
  readonly git: Git;
  readonly places: Places;
  /** `undefined` where Tutti never ran, or its database was lost. */
  readonly store: Pick<StoreReader, "job" | "jobs" | "sheets"> | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  now(): EpochMs;
  /** Whether a Tutti plays this job now. */
  isPlayed(job: Job): Promise<boolean>;
}

/** Tutti's store that a context's snapshots go to. */
export async function storeOf(
  { git, places }: ContextParts,
  record: Pick<ContextRecord, "store" | "repository">,
): Promise<ObjectStore> {
  // What stands for a repository of a plain folder is the store itself.
  const { repository: commonDir } = record;
  const repository =
    commonDir === record.store
      ? { commonDir, gitDir: commonDir, top: null, objectFormat: "sha1" as const }
      : await openRepository(git, commonDir);
  return openObjectStore(git, places.repositories, repository);
}

/** In whose name snapshots are taken: the job's, else the user's, else nobody's. */
export async function identityFor(parts: ContextParts, of: { job?: JobId; folder: string }): Promise<Identity> {
  const job = of.job === undefined ? undefined : await parts.store?.job(of.job);
  return (
    job?.identity ??
    (await readIdentity(parts.git, of.folder).catch(() => ({ name: "Tutti", email: "tutti@localhost" })))
  );
}
