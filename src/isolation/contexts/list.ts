import { openRepository } from "../../git/repository.ts";
import { listWorktrees } from "../../git/checkout/worktree-list.ts";
import { readContextLock, unlockContext } from "../records/presence.ts";
import { hasFolder } from "../strays/content.ts";
import { findStrays } from "../strays/find.ts";
import { readFolderUsers } from "../disk/measure.ts";
import { inThread } from "../thread/current.ts";
import type {
  ContextDetail,
  ContextList,
  ContextRow,
  IgnoredView,
  LockView,
  StrayRow,
  Unlocking,
  WorktreeRow,
} from "../../api/contract/context.ts";
import type { ContextParts } from "./parts.ts";
import { exists } from "../../base/files/exists.ts";
import type { ContextId } from "../../base/ids.ts";
import { sharedContextId } from "../context.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import { type ContextRecord, listContexts as listRecords, readRecord } from "../records/record.ts";
import { readNewest } from "../snapshots/keep.ts";
import { snapshotRefs } from "../snapshots/names.ts";
import { refused } from "../../conductor/find/refused.ts";
import { type Stray, type StrayContent, type StrayLock, strayName, type Verdict } from "../strays/stray.ts";
import { shownPath } from "../raw-path.ts";

/** A lock goes only if its owner is proven dead, or a person says so. */
export async function unlock(
  parts: ContextParts,
  { id, isForced }: { readonly id: string; readonly isForced: boolean },
): Promise<Unlocking> {
  const { context } = await requireRecord(parts, id);
  const lock = await readLock(parts, context.id);
  if (lock === null) return { kind: "not-locked" };
  if (lock.owner !== "dead" && !isForced) return { kind: "refused", lock };
  await unlockContext(parts.places, context.id);
  return { kind: "unlocked", lock };
}

/** With a folder, also the worktrees of its repository. */
export async function listContexts(
  parts: ContextParts,
  { folder }: { readonly folder: string | null },
): Promise<ContextList> {
  return { contexts: await readRows(parts), worktrees: folder === null ? [] : await listRepository(parts, folder) };
}

/** Detached, locked and lost ones included; the main one first. */
async function listRepository({ git, places }: ContextParts, folder: string): Promise<readonly WorktreeRow[]> {
  const repository = await openRepository(git, folder);
  const own = await listWorktrees(git, repository.commonDir).catch(() => []);
  const { strays } = await findStrays(git, repository, {
    desk: repository.commonDir,
    folders: [],
    ours: [places.home],
  });
  // The main one and the one asked from are no strays.
  const rows = own
    .filter(({ path }, place) => place === 0 || path === repository.top)
    .map((item, place): WorktreeRow => {
      const lock = item.locked === null ? null : ({ why: item.locked, pid: null, owner: "unknown" } as const);
      return {
        path: item.path,
        isMain: place === 0,
        branch: item.branch,
        head: item.head,
        link: "whole",
        lock,
        bytes: null,
        usedAt: null,
      };
    });
  for (const stray of strays) {
    const { path, admin, branch, head, link, lock } = stray;
    const use = hasFolder(stray) ? await inThread("measure", stray.path) : { bytes: null, usedAt: null };
    rows.push({ path: path ?? admin ?? "", isMain: false, branch, head, link, lock: lockView(lock), ...use });
  }
  return rows;
}

async function readRows(parts: ContextParts): Promise<readonly ContextRow[]> {
  const records = (await listRecords(parts.places)).toSorted((one, other) => one.madeAt - other.madeAt);
  const rows: ContextRow[] = [];
  for (const record of records) rows.push(await readRow(parts, record));
  return rows;
}

export async function readRow(parts: ContextParts, record: ContextRecord): Promise<ContextRow> {
  const { context, job, sheet, attempt, madeAt } = record;
  const isOwn = !isInPlace(context.level);
  const isThere = await exists(context.path);
  const lock = await readLock(parts, context.id);
  const users = isOwn ? readFolderUsers(context.path) : [];
  const use = isOwn && isThere ? await inThread("measure", context.path) : { bytes: null, usedAt: null };
  return {
    id: context.id,
    level: context.level,
    path: context.path,
    branch: isThere ? context.branch : null,
    job,
    sheet: context.id === sharedContextId(job) ? null : sheet,
    attempt,
    state: stateOf({ isThere, lock, users }),
    lock,
    users,
    ...use,
    madeAt,
  };
}

function stateOf(facts: {
  isThere: boolean;
  lock: LockView | null;
  users: readonly number[] | null;
}): ContextRow["state"] {
  if (!facts.isThere) return "gone";
  if (facts.users !== null && facts.users.length > 0) return "in use";
  return facts.lock === null || facts.lock.owner === "dead" ? "idle" : "locked";
}

export async function readDetail(parts: ContextParts, id: string): Promise<ContextDetail> {
  const record = await requireRecord(parts, id);
  const { context, store, repository, job, sheet } = record;
  const newest = (await exists(store)) ? await readNewest(parts.git, store, snapshotRefs(job, sheet)) : undefined;
  return {
    ...(await readRow(parts, record)),
    base: context.base,
    fallback: context.fallback,
    repository,
    store,
    snapshot: newest === undefined ? null : { ref: newest.ref, commit: newest.commit, at: newest.at },
  };
}

export async function readLock(parts: ContextParts, id: ContextId): Promise<LockView | null> {
  const lock = await readContextLock(parts.places, id);
  if (lock === undefined) return null;
  const pid = lock.owner.pid === 0 ? null : lock.owner.pid;
  if (lock.isStale) return { why: lock.why, pid, owner: "dead" };
  return { why: lock.why, pid, owner: pid === null ? "unknown" : "alive" };
}

export async function requireRecord(parts: ContextParts, id: string): Promise<ContextRecord> {
  // An id from outside becomes part of a path here.
  const record =
    /^[a-z0-9][a-z0-9.-]*$/.test(id) && !id.includes("..")
      ? await readRecord(parts.places, id as ContextId)
      : undefined;
  if (record === undefined)
    throw refused(`there is no context ${JSON.stringify(id)}`, "tutti worktree list shows the contexts there are.");
  return record;
}

export function strayRow(stray: Stray, content: StrayContent, verdict: Verdict): StrayRow {
  const { kind, path, link, branch, head, lock } = stray;
  const [only] = content.onlyHere ?? [];
  const held = only === undefined ? null : `it holds what no snapshot can: ${only} (--keep captures the rest)`;
  return {
    name: strayName(stray),
    path,
    kind,
    link,
    branch,
    head,
    lock: lockView(lock),
    ...content,
    ignoredFiles: ignoredView(content.ignoredFiles),
    stays: verdict.kind === "stay" ? verdict.why : held,
  };
}

export function ignoredView({ kept, left }: IgnoredView): IgnoredView {
  return { kept: kept.map(shownPath), left: left.map(shownPath) };
}

function lockView(lock: StrayLock | null): LockView | null {
  return lock === null ? null : { why: lock.reason, pid: lock.pid, owner: lock.owner };
}
