import { openRepository } from "../../../git/repository.ts";
import { listWorktrees } from "../../../git/worktree-list.ts";
import { findStrays } from "../../../isolation/strays/find/find.ts";
import { hasFolder } from "../../../isolation/strays/find/content.ts";
import { measureUse } from "../../../isolation/use/measure.ts";
import type { ContextList, WorktreeRow } from "../../contexts.ts";
import type { ContextParts } from "./parts.ts";
import { readRows } from "./rows.ts";
import { lockView } from "./stray-row.ts";

export async function listAll(parts: ContextParts, folder: string | null): Promise<ContextList> {
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
