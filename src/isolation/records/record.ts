import { mkdtemp, readFile, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { CommitSha, ContextId, EpochMs } from "../../base/ids.ts";
import { exists } from "../../base/files/exists.ts";
import { writeWhole } from "../../base/files/write-whole.ts";
import { type Owner, ownerName, thisOwner } from "../../process/tree/owner.ts";
import type { Context, ContextRequest, Owned } from "../context.ts";
import type { Places } from "../home/places.ts";

/** What is written down of a context outside of it, so that it can be found again by whoever comes later. */
export interface ContextRecord extends Owned {
  readonly context: Context;
  /** Tutti's store that its snapshots go to, and the repository behind it. */
  readonly store: string;
  readonly repository: string;
  readonly madeAt: EpochMs;
  /** The snapshot that its files were when somebody last looked; `null`: the base. */
  readonly content: CommitSha | null;
}

/** The record of a context that was made just now. */
export function recordOf(
  context: Context,
  { job, sheet, attempt, store, at }: ContextRequest & { readonly at: EpochMs },
  content: CommitSha | null,
): ContextRecord {
  const { gitDir, repository } = store;
  return { context, job, sheet, attempt, store: gitDir, repository: repository.commonDir, madeAt: at, content };
}

/** Writes down that a context is whole and may be worked in, or what became of it. */
export async function writeRecord(places: Places, record: ContextRecord): Promise<void> {
  await writeWhole(recordPath(places, record.context.id), JSON.stringify(record));
}

/** `undefined` when it never became whole or is gone. */
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
    // Of one that a failing disk garbled nothing is known, so nothing is done to it; the others are as they were.
    return undefined;
  }
}

/** Earlier versions worked in the user's checkout at level `branch`, and noted here how it stood. */
const earlierStand = "stand.json";

/** The folder of such a context is the user's, so nothing is done to it. */
function inPlaceOf(record: ContextRecord): ContextRecord {
  const fallback = "an earlier version of Tutti worked in the checkout itself at level branch";
  return { ...record, context: { ...record.context, level: "none", branch: null, fallback } };
}

/** A context that an earlier Tutti made and that is still there. */
export async function reopenContext(places: Places, id: ContextId): Promise<ContextRecord | undefined> {
  const record = await readRecord(places, id);
  // A folder that is gone must not be taken for a task that deleted everything.
  if (record === undefined || !(await exists(record.context.path))) return undefined;
  return record;
}

/** Every context of this home, whether or not its files are still there. */
export async function listContexts(places: Places): Promise<readonly ContextRecord[]> {
  const names = await readdir(places.contexts).catch(() => []);
  const records = await Promise.all(names.map((name) => readRecord(places, name as ContextId)));
  return records.filter((record) => record !== undefined);
}

/**
 * A file beside a context that no agent was ever let into: one being made, or made only for checks. Only what carries
 * it may be removed without a proof of capture, once its maker is proven dead; the absence of a record proves nothing.
 */
export function makingMark(places: Places, id: ContextId): string {
  return join(places.admin(id), "making");
}

export interface Making {
  readonly owner: Owner;
  /** The folder being filled; `null` for a context in place, whose folder is the user's. */
  readonly path: string | null;
}

/**
 * Claims an id. The folder appears with its mark in it, so that a maker who dies at any moment leaves one that can be
 * swept.
 */
export async function claimAdmin(places: Places, id: ContextId, path: string | null): Promise<void> {
  // Named by its maker: one that dies before the mark is written can be told dead all the same.
  const draft = await mkdtemp(`${places.admin(id)}.new-${ownerName(thisOwner())}~`);
  try {
    await writeWhole(join(draft, "making"), JSON.stringify({ owner: thisOwner(), path } satisfies Making));
    // Onto a folder that holds anything this fails: an id is claimed once.
    await rename(draft, places.admin(id));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

function recordPath(places: Places, id: ContextId): string {
  return join(places.admin(id), "record.json");
}
