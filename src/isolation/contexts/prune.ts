import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import type { ContextId, SheetId } from "../../base/ids.ts";
import { type ContextRecord, listContexts, readRecord } from "../records/record.ts";
import { levelTable } from "../levels/table.ts";
import { removeTree } from "../remove-tree.ts";
import { hubOf } from "../store/object-store.ts";
import { captureStray } from "../strays/capture-stray.ts";
import { bury, newGrave } from "../strays/grave.ts";
import type { Stray } from "../strays/stray.ts";
import type { ContextOutcome, PruneItem } from "../../api/contract/context.ts";
import { adoptStrays, findHere } from "./adopt.ts";
import { type ContextParts, identityFor, storeOf } from "./parts.ts";
import { readLock } from "./rows.ts";

/** What is left of contexts whose folder is gone, and with a folder of the repository's worktrees as well. */
export async function listPrunable(parts: ContextParts, folder: string | null): Promise<readonly PruneItem[]> {
  const items: PruneItem[] = [];
  for (const { context } of await goneContexts(parts)) {
    const lock = await readLock(parts, context.id);
    const stays = lock === null || lock.owner === "dead" ? null : `it is locked by ${lock.why}`;
    items.push({ id: context.id, path: context.path, of: "tutti", stays });
  }
  if (folder === null) return items;
  const { strays } = await findHere(parts, { folder, search: [], paths: null, isForced: false });
  const gone = strays.filter(({ row }) => row.link === "gone");
  return [
    ...items,
    ...gone.map(({ row }): PruneItem => ({ id: row.name, path: row.path, of: "repository", stays: row.stays })),
  ];
}

/** Clears it, each with its commits and what was staged in it kept first. */
export async function pruneContexts(parts: ContextParts, folder: string | null): Promise<readonly ContextOutcome[]> {
  const items = await listPrunable(parts, folder);
  const outcomes: ContextOutcome[] = [];
  for (const { id, path, stays } of items.filter((item) => item.of === "tutti")) {
    const about = { id, path: path ?? "", bytes: null, store: null };
    const why = stays ?? (await forget(parts, id as ContextId));
    outcomes.push({ ...about, removed: why === null, snapshot: null, stays: why });
  }
  const names = items.filter((item) => item.of === "repository").map((item) => item.id);
  if (folder === null || names.length === 0) return outcomes;
  const adopted = await adoptStrays(parts, { folder, search: [], paths: null, isForced: false, names, keep: false });
  return [
    ...outcomes,
    ...adopted.map(({ name, path, removed, snapshot, stays }) => ({
      id: name,
      path: path ?? "",
      removed,
      snapshot,
      store: null,
      bytes: null,
      stays,
    })),
  ];
}

async function goneContexts(parts: ContextParts): Promise<readonly ContextRecord[]> {
  const records = await listContexts(parts.places);
  const isGone = await Promise.all(records.map((record) => isMissing(record.context.path)));
  return records.filter((_, place) => isGone[place] === true);
}

/** Only what is proven not to be there: a folder behind one that may not be entered is not gone. */
async function isMissing(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error: unknown) => ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? ""),
  );
}

/** Puts Tutti's notes of a context into the trash; why they stay, or `null`. */
async function forget(parts: ContextParts, id: ContextId): Promise<string | null> {
  try {
    const record = await readRecord(parts.places, id);
    if (record === undefined) return null;
    const linked = await linkedNotes(record);
    const why = linked === null ? null : await keepNotes(parts, record, linked);
    if (why !== null) return why;
    const grave = await newGrave(parts.places, id);
    if (linked !== null && (await bury(linked, join(grave, "admin"))) === "elsewhere") await removeTree(linked);
    await bury(parts.places.admin(id), join(grave, "context"));
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** The admin folder that the level keeps for a context, if it is still there. */
async function linkedNotes({ context, store }: ContextRecord): Promise<string | null> {
  const admin = levelTable[context.level].adminFolder({ hub: hubOf(store) }, context.id);
  return admin !== null && (await exists(admin)) ? admin : null;
}

/** Commits and staged files that only those notes refer to. */
async function keepNotes(parts: ContextParts, record: ContextRecord, admin: string): Promise<string | null> {
  const store = await storeOf(parts, record);
  const stray: Stray = {
    sheet: record.context.id as string as SheetId,
    kind: "worktree",
    path: record.context.path,
    link: "gone",
    admin,
    branch: null,
    head: record.context.base,
    lock: null,
    gitDir: admin,
    objects: join(store.hub, "objects"),
  };
  const by = await identityFor(parts, { job: record.job, folder: record.repository });
  const capture = await captureStray(parts.git, { store, scratch: parts.places.scratch, by, at: parts.now() }, stray);
  return capture.onlyHere[0] ?? null;
}
