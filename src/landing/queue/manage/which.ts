import { TuttiError } from "../../../base/error.ts";
import type { Git } from "../../../git/git.ts";
import { readCommit, readHeadRef, resolveRef } from "../../../git/refs/refs.ts";
import { openRepository } from "../../../git/repository.ts";
import type { Job } from "../../../sheet/job.ts";
import type { QueueName } from "../../../store/queue.ts";
import type { StoreReader } from "../../../store/store.ts";
import { unknownJob } from "../../../conductor/find/unknown.ts";
import { type Result, queueOf, readQueueJobs, resultsIn } from "./results.ts";

export function fullName(branch: string): string {
  return `refs/heads/${branch.replace(/^refs\/heads\//, "")}`;
}

/** The queue of a branch that is named, else of the one that is checked out in a folder. */
export async function findQueue(
  git: Git,
  { folder, target }: { readonly folder: string; readonly target?: string | undefined },
): Promise<QueueName> {
  const repository = await openRepository(git, folder);
  const ref = target === undefined ? await readHeadRef(git, repository.gitDir) : fullName(target);
  if (ref !== undefined)
    return { repository: repository.commonDir, target: await resolveRef(git, repository.commonDir, ref) };
  throw new TuttiError("git.no_target", "HEAD is detached, so it is not clear whose queue is meant", {
    audience: "user",
    hint: "Name the branch that results land on: --target main",
  });
}

/** Nothing lands on a branch that is not there; one that was deleted since can still be resumed. */
export async function requireBranch(git: Git, { repository, target }: QueueName): Promise<void> {
  if ((await readCommit(git, repository, target)) !== undefined) return;
  throw new TuttiError("git.no_commit", `there is no branch ${target.replace(/^refs\/heads\//, "")} with a commit`, {
    audience: "user",
    hint: "Name a branch that there is: --target main",
  });
}

interface Named {
  readonly folder: string;
  readonly job?: string | undefined;
}

type Parts = { readonly git: Git; readonly store: Pick<StoreReader, "unfinished" | "job" | "sheets" | "events"> };

/** Results of a repository that have not landed yet; of one job where that is named. */
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

/** The result that a person names: `sheet`, or `job/sheet` where several jobs have such a one. */
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
