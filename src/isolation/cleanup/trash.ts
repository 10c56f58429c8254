import { lstat, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf, TuttiError } from "../../base/error.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { Places } from "../home/places.ts";
import { ignoreMissing, removeTree } from "./remove-tree.ts";
import { measureUse } from "../disk/measure.ts";

export interface TrashEntry {
  readonly name: string;
  readonly trashedAt: EpochMs;
}

/** Entries without a name that Tutti gives are ignored: they are not ours. */
export async function listTrash(folder: string): Promise<readonly TrashEntry[]> {
  if (!(await hasTrash(folder))) return [];
  const names = await readdir(folder);
  const entries = await Promise.all(names.filter(isTrashName).map((name) => entryOf(folder, name)));
  return entries.filter((entry) => entry !== null);
}

export interface Emptying {
  readonly emptied: readonly string[];
  /** These stay; the others go. */
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
      // Asked each time: a link may take its place meanwhile.
      if (await hasTrash(folder)) await removeTree(join(folder, name));
      emptied.push(name);
    } catch (error) {
      failed.push({ name, why: messageOf(error) });
    }
  }
  return { emptied, failed };
}

/** `{context id}-{n}`: one entry, never a path. */
function isTrashName(name: string): boolean {
  return /^[a-z0-9][a-z0-9._-]*-\d+$/i.test(name);
}

/** False: no such folder. A link in its place is refused: it would have us remove others' files. */
async function hasTrash(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(ignoreMissing);
  if (stats?.isDirectory() === false)
    throw new TuttiError("home.unusable", `${folder} is not a folder`, {
      audience: "environment",
      hint: "Put it out of the way.",
    });
  return stats !== undefined;
}

/** A rename changes the folder's ctime: that is when it became trash. */
async function entryOf(folder: string, name: string): Promise<TrashEntry | null> {
  const stats = await lstat(join(folder, name)).catch(ignoreMissing);
  return stats === undefined ? null : { name, trashedAt: Math.floor(stats.ctimeMs) as EpochMs };
}

/** Beside the trash, which holds nothing but trash. */
const sizesFile = (folder: string): string => `${folder}-sizes.json`;
/** Written this often: an exit may cut measuring short. */
const atOnce = 100;

/** The size of each entry. Trash does not change, so it is measured once. */
export async function readSizes(folder: string, entries: readonly TrashEntry[]): Promise<ReadonlyMap<string, number>> {
  const known = await readKnown(sizesFile(folder));
  const sizes = new Map(
    entries.flatMap((entry) => {
      const bytes = known[keyOf(entry)];
      return bytes === undefined ? [] : [[entry.name, bytes] as const];
    }),
  );
  const fresh = entries.filter(({ name }) => !sizes.has(name));
  for (const [place, { name }] of fresh.entries()) {
    sizes.set(name, (await measureUse(join(folder, name))).bytes);
    if ((place + 1) % atOnce === 0 || place === fresh.length - 1) await writeKnown(folder, entries, sizes);
  }
  return sizes;
}

/** A name may be used again. */
function keyOf({ name, trashedAt }: TrashEntry): string {
  return `${name} ${String(trashedAt)}`;
}

async function readKnown(path: string): Promise<Readonly<Record<string, number | undefined>>> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, bytes]) => typeof bytes === "number"));
  } catch {
    return {};
  }
}

async function writeKnown(
  folder: string,
  entries: readonly TrashEntry[],
  sizes: ReadonlyMap<string, number>,
): Promise<void> {
  const known = entries.flatMap((entry) => {
    const bytes = sizes.get(entry.name);
    return bytes === undefined ? [] : [[keyOf(entry), bytes] as const];
  });
  const draft = `${sizesFile(folder)}.draft`;
  await writeFile(draft, JSON.stringify(Object.fromEntries(known)))
    .then(() => rename(draft, sizesFile(folder)))
    // A full disk: it is measured again next time.
    .catch(() => undefined);
}

/** A new folder in the trash, for what belongs together. */
export async function newGrave(places: Places, name: string): Promise<string> {
  await mkdir(places.trash, { recursive: true, mode: 0o700 });
  for (let number = 1; ; number += 1) {
    const grave = join(places.trash, `${name}-${String(number)}`);
    try {
      await mkdir(grave, { mode: 0o700 });
      return grave;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** `elsewhere`: on another disk. */
export async function bury(path: string, grave: string): Promise<"buried" | "elsewhere"> {
  try {
    await rename(path, grave);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EXDEV") return "elsewhere";
    if (code !== "ENOENT") throw error;
  }
  return "buried";
}
