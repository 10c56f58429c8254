import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CommitSha, ContextId, EpochMs, JobId } from "../../base/ids.ts";
import { exists } from "../../base/files/exists.ts";
import { writeWhole } from "../../base/files/write/write-whole.ts";
import { type Context, type ContextRequest, type Owned, isContextOf } from "../context.ts";
import type { Places } from "../home/places.ts";
import { isGone, removeTree } from "../cleanup/remove-tree.ts";

/** Tutti's record of a context, kept outside of it. */
export interface ContextRecord extends Owned {
  readonly context: Context;
  readonly store: string;
  readonly repository: string;
  readonly madeAt: EpochMs;
  /** The snapshot its files were last seen at; `null`: the base. */
  readonly content: CommitSha | null;
}

export function recordOf(
  context: Context,
  { whose: { job, sheet, attempt }, git: { store }, at }: ContextRequest & { readonly at: EpochMs },
  content: CommitSha | null,
): ContextRecord {
  const { gitDir, repository } = store;
  return { context, job, sheet, attempt, store: gitDir, repository: repository.commonDir, madeAt: at, content };
}

export async function writeRecord(places: Places, record: ContextRecord): Promise<void> {
  await writeWhole(recordPath(places, record.context.id), JSON.stringify(record));
}

/** `undefined`: never whole, or gone. */
export async function readRecord(places: Places, id: ContextId): Promise<ContextRecord | undefined> {
  const text = await readFile(recordPath(places, id), "utf8").catch(() => undefined);
  const record = text === undefined ? undefined : parsed(text);
  return record?.context.level === "branch" && (await exists(join(places.admin(id), earlierStand)))
    ? inPlaceOf(record)
    : record;
}

function parsed(text: string): ContextRecord | undefined {
  try {
    return JSON.parse(text) as ContextRecord;
  } catch {
    // Garbled by a failing disk: nothing is done to that one.
    return undefined;
  }
}

/** Earlier versions worked in the user's checkout at level `branch`, and left this file. */
const earlierStand = "stand.json";

function inPlaceOf(record: ContextRecord): ContextRecord {
  const fallback = "an earlier version of Tutti worked in the checkout itself at level branch";
  return { ...record, context: { ...record.context, level: "none", branch: null, fallback } };
}

export async function reopenContext(places: Places, id: ContextId): Promise<ContextRecord | undefined> {
  const record = await readRecord(places, id);
  // A missing folder is not a task that deleted everything.
  if (record === undefined || !(await exists(record.context.path))) return undefined;
  return record;
}

/** Whether or not their files are there. With a job, only its own are read: a home may keep thousands. */
export async function listContexts(places: Places, job?: JobId): Promise<readonly ContextRecord[]> {
  const names = await readdir(places.contexts).catch(() => []);
  const wanted = job === undefined ? names : names.filter((name) => isContextOf(job, name));
  const records = await Promise.all(wanted.map((name) => readRecord(places, name as ContextId)));
  return records.filter((record) => record !== undefined).filter((record) => job === undefined || record.job === job);
}

function recordPath(places: Places, id: ContextId): string {
  return join(places.admin(id), "record.json");
}

/**
 * Drops the notes of a context whose folder was deleted: they would block its id. A folder on a disk that is not
 * mounted is not deleted.
 */
export async function forgetDeleted(places: Places, id: ContextId): Promise<void> {
  const record = await readRecord(places, id);
  if (record === undefined || !(await exists(dirname(record.context.path)))) return;
  if (await isGone(record.context.path)) await removeTree(places.admin(id));
}
