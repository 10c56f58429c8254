import type { JobId, EpochMs } from "../../base/ids.ts";
import { deleteRefs, listRefs } from "../../git/refs/refs.ts";
import { emptyTrash, listTrash } from "../cleanup/trash.ts";
import { objectStorePath } from "../store/object-store.ts";
import { pinRef, type Places } from "../home/places.ts";
import { listContexts } from "../records/record.ts";
import { workspaceRefs } from "../snapshots/names.ts";
import { exists } from "../../base/files/exists.ts";
import type { Job } from "../../sheet/job.ts";
import type { ArchiveOutcome, ArchivePlan, ContextOutcome } from "../../api/contract/context.ts";
import { refused } from "../../conductor/find/refused.ts";
import { unknownJob } from "../../conductor/find/unknown.ts";
import { makeMemory, readTrash } from "./inventory.ts";
import type { ContextParts } from "./parts.ts";
import { readRow } from "./list.ts";
import { takeAway } from "./take-away.ts";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export async function planArchive(parts: ContextParts, id: JobId): Promise<ArchivePlan> {
  const job = await requireJob(parts, id);
  const contexts = [];
  for (const record of await listContexts(parts.places, id)) contexts.push(await readRow(parts, record));
  const trash = [...(await listTrash(parts.places.trash)).names].filter((name) => isTrashOf(id, name));
  const snapshots = [...(await keptRefs(parts, job)).keys()].filter(
    (ref) => !ref.startsWith("refs/tutti/agent/"),
  ).length;
  return {
    job: id,
    status: job.status.kind,
    refused: (await parts.isPlayed(job)) ? "it is being played" : null,
    contexts,
    trash,
    snapshots,
  };
}

/** Captures and removes a job's contexts, empties its trash, and takes it out of the lists. */
export async function archive(
  parts: ContextParts,
  request: { readonly job: JobId; readonly forget: boolean },
): Promise<ArchiveOutcome> {
  const job = await requireJob(parts, request.job);
  if (await parts.isPlayed(job))
    throw refused(`${job.id} is being played`, "Archive it when it has finished, or stop it first.");
  const contexts: ContextOutcome[] = [];
  for (const record of await listContexts(parts.places, job.id)) contexts.push(await takeAway(parts, record, false));
  const isAll = contexts.every((outcome) => outcome.removed);
  const freed = await emptyTrashOf(parts, job.id);
  // A snapshot may be the only other copy of what stays.
  const forgotten = request.forget && isAll ? await forget(parts, job) : [];
  if (isAll) await writeArchived(parts.places, job.id, parts.now());
  return { job: job.id, contexts, freed, forgotten, archived: isAll };
}

async function requireJob(parts: ContextParts, id: JobId): Promise<Job> {
  const job = await parts.store?.job(id);
  if (job === undefined) throw unknownJob(id);
  return job;
}

/** Names in the trash begin with a context's id, which begins with its job's. */
function isTrashOf(job: JobId, name: string): boolean {
  return name.startsWith(`${job}.`) || (name.startsWith(`${job}-`) && /^\d+$/.test(name.slice(job.length + 1)));
}

async function emptyTrashOf(parts: ContextParts, job: JobId): Promise<number> {
  const mine = (await readTrash(parts, makeMemory())).filter(({ name }) => isTrashOf(job, name));
  const { emptied } = await emptyTrash(
    parts.places.trash,
    mine.map(({ name }) => name),
  );
  return mine.filter(({ name }) => emptied.includes(name)).reduce((sum, { bytes }) => sum + bytes, 0);
}

async function keptRefs(parts: ContextParts, job: Job): Promise<ReadonlyMap<string, string>> {
  const gitDir = objectStorePath(parts.places.repositories, job.repository);
  if (!(await exists(gitDir))) return new Map();
  return listRefs(parts.git, gitDir, [
    `refs/tutti/snapshots/${job.id}/`,
    `${workspaceRefs(job.id)}/`,
    `refs/tutti/agent/${job.id}/`,
  ]);
}

async function forget(parts: ContextParts, job: Job): Promise<readonly string[]> {
  const kept = await keptRefs(parts, job);
  await deleteRefs(parts.git, objectStorePath(parts.places.repositories, job.repository), kept);
  if (!(await exists(job.repository.commonDir))) return [...kept.keys()];
  // A rewritten target left pins named after the job and a commit.
  const pins = await listRefs(parts.git, job.repository.commonDir, [pinRef(job.id), `${pinRef(job.id)}-*`]);
  await deleteRefs(parts.git, job.repository.commonDir, pins);
  return [...kept.keys(), ...pins.keys()];
}

/** Lists leave an archived job out. Kept beside its logs, so that it holds without the database. */
async function writeArchived(places: Pick<Places, "jobs">, job: JobId, at: EpochMs): Promise<void> {
  await mkdir(dirname(markOf(places, job)), { recursive: true, mode: 0o700 });
  await writeFile(markOf(places, job), `${JSON.stringify({ at })}\n`);
}

export async function isArchived(places: Pick<Places, "jobs">, job: JobId): Promise<boolean> {
  return exists(markOf(places, job));
}

function markOf({ jobs }: Pick<Places, "jobs">, job: JobId): string {
  return join(jobs, job, "archived.json");
}
