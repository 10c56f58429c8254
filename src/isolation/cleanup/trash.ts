import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { messageOf, TuttiError } from "../../base/error.ts";
import type { EpochMs } from "../../base/ids.ts";
import { ignoreMissing, removeTree } from "../remove-tree.ts";

export interface TrashEntry {
  readonly name: string;
  readonly trashedAt: EpochMs;
}

/** What is in the trash. Things that are not named as Tutti names trash are somebody else's, and are not seen. */
export async function listTrash(folder: string): Promise<readonly TrashEntry[]> {
  if (!(await hasTrash(folder))) return [];
  const names = await readdir(folder);
  const entries = await Promise.all(names.filter(isTrashName).map((name) => entryOf(folder, name)));
  return entries.filter((entry) => entry !== null);
}

export interface Emptying {
  readonly emptied: readonly string[];
  /** These stay; one that can't be removed does not keep the others. */
  readonly failed: readonly { readonly name: string; readonly why: string }[];
}

export async function emptyTrash(folder: string, names: readonly string[]): Promise<Emptying> {
  const stranger = names.find((name) => !isTrashName(name));
  if (stranger !== undefined)
    throw new TuttiError("bug.unexpected", `${JSON.stringify(stranger)} is no name of trash`, { audience: "bug" });
  const emptied: string[] = [];
  const failed: { name: string; why: string }[] = [];
  for (const name of names) {
    try {
      // Asked each time: removing takes long enough for somebody to put a link in its place.
      if (await hasTrash(folder)) await removeTree(join(folder, name));
      emptied.push(name);
    } catch (error) {
      failed.push({ name, why: messageOf(error) });
    }
  }
  return { emptied, failed };
}

/** `{context id}-{n}`: one entry of a folder, never a path. */
function isTrashName(name: string): boolean {
  return /^[a-z0-9][a-z0-9._-]*-\d+$/i.test(name);
}

/**
 * False when there is no such folder. A link in its place would have us remove things of others, so that is refused.
 */
async function hasTrash(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(ignoreMissing);
  if (stats?.isDirectory() === false)
    throw new TuttiError("home.unusable", `${folder} is not a folder`, {
      audience: "environment",
      hint: "Put it out of the way.",
    });
  return stats !== undefined;
}

/**
 * A rename leaves the times of the content alone but counts as a change of the folder, so that is when it became trash.
 */
async function entryOf(folder: string, name: string): Promise<TrashEntry | null> {
  const stats = await lstat(join(folder, name)).catch(ignoreMissing);
  return stats === undefined ? null : { name, trashedAt: Math.floor(stats.ctimeMs) as EpochMs };
}
