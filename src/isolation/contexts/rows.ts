import { exists } from "../../base/files/exists.ts";
import type { ContextId } from "../../base/ids.ts";
import { sharedContextId } from "../context.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import { readContextLock } from "../records/context-lock.ts";
import { type ContextRecord, listContexts, readRecord } from "../records/record.ts";
import { readNewest } from "../snapshots/keep.ts";
import { snapshotRefs } from "../snapshots/refs.ts";
import { measureUse } from "../use/measure.ts";
import { readFolderUsers } from "../use/users.ts";
import type { ContextDetail, ContextRow, LockView, IgnoredView, StrayRow } from "../../api/contract/context.ts";
import { refused } from "../../conductor/find/refused.ts";
import type { ContextParts } from "./parts.ts";
import type { Verdict } from "../strays/decide.ts";
import { shownPath } from "../raw-path.ts";
import { type Stray, type StrayContent, type StrayLock, strayName } from "../strays/stray.ts";

/** Every context of the home, the oldest first. */
export async function readRows(parts: ContextParts): Promise<readonly ContextRow[]> {
  const records = (await listContexts(parts.places)).toSorted((one, other) => one.madeAt - other.madeAt);
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
  const use = isOwn && isThere ? await measureUse(context.path) : { bytes: null, usedAt: null };
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

/** The lock of a context as people see it. */
export async function readLock(parts: ContextParts, id: ContextId): Promise<LockView | null> {
  const lock = await readContextLock(parts.places, id);
  if (lock === undefined) return null;
  const pid = lock.owner.pid === 0 ? null : lock.owner.pid;
  if (lock.isStale) return { why: lock.why, pid, owner: "dead" };
  return { why: lock.why, pid, owner: pid === null ? "unknown" : "alive" };
}

export async function requireRecord(parts: ContextParts, id: string): Promise<ContextRecord> {
  // An id becomes part of a path here, and it comes from outside.
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

export function lockView(lock: StrayLock | null): LockView | null {
  return lock === null ? null : { why: lock.reason, pid: lock.pid, owner: lock.owner };
}
