import { branchName } from "../../../base/text.ts";
import { TuttiError } from "../../../base/error.ts";
import type { Git } from "../../../git/git.ts";
import { readCommit, readHeadRef, resolveRef } from "../../../git/refs/refs.ts";
import { type Repository, openRepository } from "../../../git/repository.ts";
import type { Job } from "../../../sheet/job.ts";
import type { QueueName } from "../../../store/queue.ts";
import type { StoreReader } from "../../../store/store.ts";
import { unknownJob } from "../../../conductor/find/unknown.ts";
import { type Result, queueOf, readQueueJobs, resultsIn } from "./results.ts";

export function fullName(branch: string): string {
  return `refs/heads/${branchName(branch)}`;
}

/** Of the named branch, else of the one checked out in the folder. */
export async function findQueue(
  git: Git,
  { folder, target }: { readonly folder: string; readonly target?: string | undefined },
): Promise<QueueName> {
  const repository = await openRepository(git, folder);
  return { repository: repository.commonDir, target: await targetIn(git, repository, target) };
}

/** The full name of a branch, else of the one that is checked out. */
export async function targetIn(
  git: Git,
  { gitDir, commonDir }: Repository,
  branch: string | undefined,
): Promise<string> {
  const ref = branch === undefined ? await readHeadRef(git, gitDir) : fullName(branch);
  if (ref !== undefined) return resolveRef(git, commonDir, ref);
  throw new TuttiError("git.no_target", "HEAD is detached, so it names no branch that results land on", {
    audience: "user",
    hint: "Name the branch: --target main",
  });
}

/** A deleted branch can still be resumed. */
export async function requireBranch(git: Git, { repository, target }: QueueName): Promise<void> {
  if ((await readCommit(git, repository, target)) !== undefined) return;
  throw new TuttiError("git.no_commit", `there is no branch ${branchName(target)} with a commit`, {
    audience: "user",
    hint: "Name a branch that there is: --target main",
  });
}

interface Named {
  readonly folder: string;
  readonly job?: string | undefined;
}

type Parts = { readonly git: Git; readonly store: Pick<StoreReader, "unfinished" | "job" | "sheets" | "events"> };

/** Results that have not landed: of one job, or of the repository. */
export async function readResults({ git, store }: Parts, { folder, job }: Named): Promise<readonly Result[]> {
  return resultsIn(
    await readQueueJobs(
      store,
      job === undefined ? await jobsAround({ git, store }, folder) : [await requireOne(store, job)],
    ),
  );
}

async function requireOne(store: Parts["store"], id: string): Promise<Job> {
  const job = await store.job(id as Job["id"]);
  if (job === undefined) throw unknownJob(id);
  return job;
}

async function jobsAround({ git, store }: Parts, folder: string): Promise<readonly Job[]> {
  const { commonDir } = await openRepository(git, folder);
  return (await store.unfinished()).filter((job) => job.repository.commonDir === commonDir && queueOf(job) !== null);
}

/** `sheet`, or `job/sheet` where several jobs have one. */
export function requireResult(results: readonly Result[], name: string): Result {
  const found = results.filter(({ job, sheet }) => sheet.id === name || `${job.id}/${sheet.id}` === name);
  const [first, ...others] = found;
  if (first === undefined)
    throw refused(
      `there is no result ${JSON.stringify(name)} that is to land`,
      "tutti queue shows those that there are.",
    );
  if (others.length === 0) return first;
  throw refused(
    `${String(found.length)} jobs have a result ${JSON.stringify(name)}`,
    `Name the job (--job), or both: ${found
      .slice(0, 5)
      .map(({ job, sheet }) => `${job.id}/${sheet.id}`)
      .join(", ")}`,
  );
}

export function refused(what: string, hint: string): TuttiError {
  return new TuttiError("cli.usage", what, { audience: "user", hint });
}
