import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Stray } from "../stray.ts";

/** What may hold work that no snapshot takes along, and how it is called. */
const holds: readonly (readonly [place: string, what: string])[] = [
  ["modules", "repositories of submodules"],
  ["worktrees", "worktrees of its own"],
  ["lfs/objects", "LFS content"],
  ["annex/objects", "annexed content"],
  ["reftable", "refs in a form that is not read here"],
];

/** Each thing in a stray's git folder that only it may have. */
export async function readBeyondReach(stray: Stray): Promise<readonly string[]> {
  const { gitDir } = stray;
  if (gitDir === null) return [];
  const found = await Promise.all(
    holds.map(async ([place, what]) =>
      (await hasEntries(join(gitDir, place))) ? [`it has ${what} in ${join(gitDir, place)}`] : [],
    ),
  );
  return found.flat();
}

/** A folder that may not be read counts as one that holds something. */
async function hasEntries(folder: string): Promise<boolean> {
  return readdir(folder).then(
    (names) => names.length > 0,
    (error: unknown) => !["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? ""),
  );
}
