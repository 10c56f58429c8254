import { appendFile, lstat, mkdir, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { messageOf, TuttiError } from "../../base/error.ts";
import { writeWhole } from "../../base/files/write/write-whole.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { Places } from "../home/places.ts";
import { ignoreMissing, removeTree } from "./remove-tree.ts";
import { inThread } from "../thread/current.ts";

export interface TrashEntry {
  readonly name: string;
  readonly trashedAt: EpochMs;
}

export interface TrashList {
  readonly names: ReadonlySet<string>;
  /** Those that were not known before. */
  readonly fresh: readonly TrashEntry[];
}

/** Entries without a name that Tutti gives are ignored: they are not ours. */
export async function listTrash(folder: string, known: ReadonlyMap<string, unknown> = new Map()): Promise<TrashList> {
  if (!(await hasTrash(folder))) return { names: new Set(), fresh: [] };
  const names = (await readdir(folder)).filter(isTrashName);
  const fresh = await Promise.all(names.filter((name) => !known.has(name)).map((name) => entryOf(folder, name)));
  return { names: new Set(names), fresh: fresh.filter((entry) => entry !== null) };
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

/** Beside the trash, which holds nothing but trash: a line for each entry, added when it is measured. */
const sizesFile = (folder: string): string => `${folder}-sizes`;
/** Written this often: an exit may cut measuring short. */
const atOnce = 100;

/** The sizes of fresh entries. Trash does not change, so each is measured once. */
export async function readSizes(folder: string, { names, fresh }: TrashList): Promise<ReadonlyMap<string, number>> {
  if (fresh.length === 0) return new Map();
  const known = await readKnown(sizesFile(folder));
  const sizes = new Map(
    fresh.flatMap((entry) => {
      const bytes = known.get(keyOf(entry));
      return bytes === undefined ? [] : [[entry.name, bytes] as const];
    }),
  );
  const unknown = fresh.filter(({ name }) => !sizes.has(name));
  const lineOf = (entry: TrashEntry): string => `${keyOf(entry)} ${String(sizes.get(entry.name))}\n`;
  const isMostlyGone = fresh.length === names.size && known.size > 2 * names.size + atOnce;
  if (isMostlyGone)
    await writeWhole(
      sizesFile(folder),
      fresh
        .filter(({ name }) => sizes.has(name))
        .map(lineOf)
        .join(""),
    ).catch(() => undefined);
  for (let place = 0; place < unknown.length; place += atOnce) {
    const some = unknown.slice(place, place + atOnce);
    for (const { name } of some) sizes.set(name, (await inThread("measure", join(folder, name))).bytes);
    // A full disk: they are measured again by the next Tutti.
    await appendFile(sizesFile(folder), some.map(lineOf).join("")).catch(() => undefined);
  }
  return sizes;
}

/** A name may be used again. */
function keyOf({ name, trashedAt }: TrashEntry): string {
  return `${name} ${String(trashedAt)}`;
}

/** A line that was cut short by a kill or a full disk fits nothing. */
async function readKnown(path: string): Promise<ReadonlyMap<string, number>> {
  const text = await readFile(path, "utf8").catch(() => "");
  const lines = [...text.matchAll(/^(\S+ \d+) (\d+)\n/gm)];
  return new Map(lines.map(([, key = "", bytes]) => [key, Number(bytes)]));
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
