import { join } from "node:path";
import { messageOf } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import type { ContextId, SheetId } from "../../base/ids.ts";
import { type ContextRecord, listContexts, readRecord } from "../records/record.ts";
import { levelTable } from "../levels/table.ts";
import { isGone, removeTree } from "../cleanup/remove-tree.ts";
import { hubOf } from "../store/object-store.ts";
import { captureStray } from "../strays/capture-stray.ts";
import { bury, newGrave } from "../cleanup/trash.ts";
import type { Stray } from "../strays/stray.ts";
import type { ContextOutcome, PruneItem } from "../../api/contract/context.ts";
import { adoptStrays, findHere } from "./adopt.ts";
import { type ContextParts, identityFor, storeOf } from "./parts.ts";
import { readLock } from "./list.ts";

/** Leftovers of contexts whose folder is gone; with a folder, also of the repository's worktrees. */
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

/** Clears them, after keeping commits and staged files of each. */
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
  const areGone = await Promise.all(records.map((record) => isGone(record.context.path)));
  return records.filter((_, place) => areGone[place] === true);
}

/** Puts Tutti's notes of a context into the trash; returns why they stay, or `null`. */
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
