import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import type { Change } from "../../git/diff/changes.ts";
import type { Git } from "../../git/git.ts";
import { type PrivateIndex, listDirty, listMarks } from "../../git/index.ts";
import { childPath, pathBytes, shownPath } from "../../isolation/raw-path.ts";

/** The user's files that a landing would overwrite; `undefined`: none. */
export async function findInTheWay(
  git: Git,
  checkout: PrivateIndex,
  { changes, from }: { readonly changes: readonly Change[]; readonly from: string },
): Promise<string | undefined> {
  const dirty = new Set(await listDirty(git, checkout, from));
  const changed = changes.find((change) => dirty.has(change.path));
  if (changed !== undefined)
    return `${shownPath(changed.path)} in ${checkout.workTree} has uncommitted changes: commit or stash them first`;
  const marked = await listMarks(git, checkout);
  for (const change of changes.filter((item) => marked.has(item.path))) {
    if ((await statOf({ top: checkout.workTree }, change.path)) !== undefined)
      return `${shownPath(change.path)} in ${checkout.workTree} is hidden from git (skip-worktree or assume-unchanged): undo that, and commit or stash it first`;
  }
  const place: Place = {
    top: checkout.workTree,
    going: new Set(changes.filter((change) => change.status === "D").map((change) => change.path)),
  };
  for (const change of changes) {
    // git spares untracked files but overwrites ignored ones: both are the user's.
    const taken = change.status === "A" ? await findStranger(place, change.path) : undefined;
    if (taken !== undefined)
      return `${shownPath(taken)} in ${checkout.workTree} is not tracked and would be overwritten: move it away first (a merge would overwrite an ignored file without asking)`;
  }
  return undefined;
}

interface Place {
  readonly top: string;
  /** Removed by the landing, and so not in the way. */
  readonly going: ReadonlySet<string>;
}

/** A file that stays where a new one comes: at its path, in place of its folder, or inside a folder in its place. */
async function findStranger(place: Place, path: string): Promise<string | undefined> {
  const parts = path.split("/");
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const above = parts.slice(0, depth).join("/");
    const stats = await statOf(place, above);
    if (stats === undefined) return undefined;
    if (!stats.isDirectory()) return place.going.has(above) ? undefined : above;
  }
  return findInFolder(place, path);
}

async function findInFolder(place: Place, folder: string): Promise<string | undefined> {
  for (const entry of await readdir(pathBytes(place.top, folder), { withFileTypes: true, encoding: "buffer" })) {
    const path = childPath(folder, entry.name.toString("latin1"));
    const found = entry.isDirectory() ? await findInFolder(place, path) : path;
    if (found !== undefined && !place.going.has(found)) return found;
  }
  return undefined;
}

async function statOf(place: Pick<Place, "top">, path: string): Promise<Stats | undefined> {
  return lstat(pathBytes(place.top, path)).catch(() => undefined);
}
