import { openRepository } from "../../git/repository.ts";
import { listWorktrees } from "../../git/checkout/worktree-list.ts";
import { unlockContext } from "../records/context-lock.ts";
import { hasFolder } from "../strays/find/content.ts";
import { findStrays } from "../strays/find/find.ts";
import { measureUse } from "../use/measure.ts";
import type { ContextList, ContextViewer, Keeper, Unlocking, WorktreeRow } from "../../api/contract/context.ts";
import { adoptStrays, listStrays } from "./adopt.ts";
import { archive, planArchive } from "./archive.ts";
import { clean, planCleaning } from "./clean.ts";
import type { ContextParts } from "./parts.ts";
import { listPrunable, pruneContexts } from "./prune.ts";
import { readDetail, readLock, readRows, requireRecord, lockView } from "./rows.ts";
import { readRefusal, takeAway } from "./take-away.ts";

/** The door for those who only look at contexts: takes no lock and changes nothing. */
export function makeContextViewer(parts: ContextParts): ContextViewer {
  return {
    list: ({ folder }) => listAll(parts, folder),
    show: (id) => readDetail(parts, id),
    refusal: async ({ id, isForced }) => readRefusal(parts, await requireRecord(parts, id), isForced),
    strays: (request) => listStrays(parts, request),
    prunable: ({ folder }) => listPrunable(parts, folder),
    planCleaning: (request) => planCleaning(parts, request),
    planArchive: (job) => planArchive(parts, job),
  };
}

/** The door for whoever clears contexts and holds the writer lock. */
export function makeKeeper(parts: ContextParts): Keeper {
  return {
    remove: async ({ id, isForced }) => takeAway(parts, await requireRecord(parts, id), isForced),
    unlock: ({ id, isForced }) => unlock(parts, id, isForced),
    prune: ({ folder }) => pruneContexts(parts, folder),
    adopt: (request) => adoptStrays(parts, request),
    clean: (steps) => clean(parts, steps),
    archive: (request) => archive(parts, request),
  };
}

/** A lock goes only when whoever took it is proven dead, or on a person's word. */
async function unlock(parts: ContextParts, id: string, isForced: boolean): Promise<Unlocking> {
  const { context } = await requireRecord(parts, id);
  const lock = await readLock(parts, context.id);
  if (lock === null) return { kind: "not-locked" };
  if (lock.owner !== "dead" && !isForced) return { kind: "refused", lock };
  await unlockContext(parts.places, context.id);
  return { kind: "unlocked", lock };
}

async function listAll(parts: ContextParts, folder: string | null): Promise<ContextList> {
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
