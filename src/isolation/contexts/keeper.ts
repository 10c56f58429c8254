import { openRepository } from "../../git/repository.ts";
import { listWorktrees } from "../../git/checkout/worktree-list.ts";
import { unlockContext } from "../records/context-lock.ts";
import { hasFolder } from "../strays/find/content.ts";
import { findStrays } from "../strays/find/find.ts";
import { measureUse } from "../use/measure.ts";
import type { ContextList, Unlocking, WorktreeRow } from "../../api/contract/context.ts";
import type { ContextParts } from "./parts.ts";
import { lockView, readLock, readRows, requireRecord } from "./rows.ts";

/** A lock goes only when whoever took it is proven dead, or on a person's word. */
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

/** Tutti's contexts, and with a folder the worktrees of the repository it lies in. */
export async function listContexts(
  parts: ContextParts,
  { folder }: { readonly folder: string | null },
): Promise<ContextList> {
  return { contexts: await readRows(parts), worktrees: folder === null ? [] : await listRepository(parts, folder) };
}

/** The work trees of a repository, detached, locked and lost ones included; the main one first. */
async function listRepository({ git, places }: ContextParts, folder: string): Promise<readonly WorktreeRow[]> {
  const repository = await openRepository(git, folder);
  const own = await listWorktrees(git, repository.commonDir).catch(() => []);
  const { strays } = await findStrays(git, repository, {
    desk: repository.commonDir,
    folders: [],
    ours: [places.home],
  });
  // The main one, and the one asked from: git knows them, and strays are neither.
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
    const use = hasFolder(stray) ? await measureUse(stray.path) : { bytes: null, usedAt: null };
    rows.push({ path: path ?? admin ?? "", isMain: false, branch, head, link, lock: lockView(lock), ...use });
  }
  return rows;
}
