import type { DiskTrouble } from "../../base/home/disk-trouble.ts";
import type { JobId, SheetId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import type { Repository } from "../../git/repository.ts";
import type { Job } from "../../sheet/job.ts";
import type { StoreReader } from "../../store/store.ts";
import type { Uncounted } from "../../api/contract/cost.ts";
import type { OutsideCall } from "../../api/contract/job.ts";

/** What looking needs. */
export interface ViewerParts {
  readonly git: Git;
  /** `undefined` where Tutti never ran. */
  readonly store: Omit<StoreReader, "close" | "epoch"> | undefined;
  /** Whether a Tutti plays this job now. */
  isPlayed(job: Job): Promise<boolean>;
  /** The programs that a job waits for now; none where nobody plays. */
  calls(job: JobId): readonly OutsideCall[];
  /** The folder with prompt and output of an attempt. */
  logs(job: JobId, sheet: SheetId, attempt: number): string;
  /** Whether a job was put away. */
  isArchived(job: JobId): Promise<boolean>;
  /** Those of a job's agents whose cost nobody will know; none where no cost is limited. */
  uncounted(job: Job): Promise<readonly Uncounted[]>;
  /** What is wrong with the disk that contexts lie on; `null` when there is room. */
  disk(): Promise<DiskTrouble | null>;
  /** A folder for files that are needed for a moment. */
  readonly scratch: string;
  /** Tutti's object store beside a repository, if there is one. */
  objectStore(repository: Repository): Promise<string | undefined>;
}
