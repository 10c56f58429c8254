import { createHash, randomUUID } from "node:crypto";
import type { Dirent, Stats } from "node:fs";
import {
  copyFile,
  link,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  rename,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { removeTree } from "../../cleanup/remove-tree.ts";
import type { Places } from "../../home/places.ts";
import { type FolderState, stateOf } from "./state.ts";
import { layersInUse } from "./views.ts";

/** A folder of a layer. */
export interface LayerFolder {
  /** In the layer, as in the checkout: from the top. */
  readonly path: string;
  /** The folder that absolute paths in its files name as the top. */
  readonly top: string;
  /** Where it is brought from. */
  readonly from: string;
}

/** How many entries are looked at or linked at once. */
const atOnce = 64;

/** Folders as they were at one moment, in a place of Tutti's, for contexts to see. */
export interface Layer {
  /** Holds the folders at their paths. */
  readonly files: string;
  readonly folders: readonly LayerFolder[];
  readonly bytes: number;
}

/**
 * The layer of these folders as they are now. It consists of hard links where the file system allows, so it costs no
 * space; an install into the checkout replaces files there and leaves these alone.
 */
export async function requireLayer(
  layers: string,
  folders: readonly LayerFolder[],
  seen: FolderState = stateOf,
): Promise<Layer> {
  const found = await findLayer(layers, await keyOf(folders, seen));
  if (found !== undefined) return found;
  // A moment may have passed since the folders were seen: the layer is named by what is in them when it is made.
  const key = await keyOf(folders, stateOf);
  return (
    (await findLayer(layers, key)) ??
    makeLayer(layers, { key, folders }, ({ top, from }, to) => copyFolder(top, from, to))
  );
}

/** Marks it as used. */
export async function findLayer(layers: string, key: string): Promise<Layer | undefined> {
  const home = join(layers, key);
  const text = await readFile(join(home, "layer.json"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const now = new Date();
  await utimes(home, now, now).catch(() => undefined);
  return { ...(JSON.parse(text) as Omit<Layer, "files">), files: join(home, "files") };
}

/** `bring` puts one folder into the layer, and returns its bytes. */
export async function makeLayer(
  layers: string,
  { key, folders }: { readonly key: string; readonly folders: readonly LayerFolder[] },
  bring: (folder: LayerFolder, to: string) => Promise<number>,
): Promise<Layer> {
  const home = join(layers, key);
  const making = join(layers, `making-${randomUUID()}`);
  try {
    let bytes = 0;
    for (const folder of folders) {
      const to = join(making, "files", folder.path);
      await mkdir(dirname(to), { recursive: true, mode: 0o755 });
      bytes += await bring(folder, to);
      // Its own files are not an agent's work, wherever an agent moves the folder.
      await writeFile(join(to, ".gitignore"), "*\n", { flag: "wx" }).catch(() => undefined);
    }
    await writeFile(join(making, "layer.json"), JSON.stringify({ folders, bytes } satisfies Omit<Layer, "files">));
    await rename(making, home);
    return { files: join(home, "files"), folders, bytes };
  } catch (error) {
    // Another one was faster.
    const found = await findLayer(layers, key);
    if (found !== undefined) return found;
    throw error;
  } finally {
    await removeTree(making);
  }
}

/** A layer that no context sees is kept for a day: the next job most likely needs it. */
const keptMs = 24 * 60 * 60 * 1_000;

export async function removeOldLayers(places: Pick<Places, "layers" | "views">, now: number): Promise<void> {
  const names = await readdir(places.layers).catch(() => []);
  if (names.length === 0) return;
  const seen = await layersInUse(places);
  for (const name of names) {
    const path = join(places.layers, name);
    const usedAt = (await lstat(path).catch(() => undefined))?.mtimeMs ?? now;
    const isSeen = seen.has(path) || seen.has(join(path, "files"));
    if (!isSeen && now - usedAt > keptMs) await removeTree(path);
  }
}

/** Changes with the folders' content as far as installers change it: entries and times of the packages' folders. */
async function keyOf(folders: readonly LayerFolder[], state: FolderState): Promise<string> {
  const states = await Promise.all(folders.map(({ from }) => state(from)));
  return createHash("sha256")
    .update(JSON.stringify(["layer 3", folders, states]))
    .digest("hex")
    .slice(0, 32);
}

export async function copyFolder(top: string, from: string, to: string): Promise<number> {
  const { mode, mtime, atime } = await lstat(from);
  await mkdir(to, { mode: mode | 0o700 });
  const entries = await readdir(from, { withFileTypes: true });
  const sizes = await mapAtOnce(entries, async (entry) => {
    const way = { from: join(from, entry.name), to: join(to, entry.name) };
    return entry.isDirectory() ? copyFolder(top, way.from, way.to) : copyEntry(top, entry, way);
  });
  await utimes(to, atime, mtime);
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function copyEntry(top: string, entry: Dirent, { from, to }: { from: string; to: string }): Promise<number> {
  if (entry.isSymbolicLink()) await symlink(linkFor(top, from, await readlink(from)), to);
  if (!entry.isFile()) return 0;
  const found = await lstat(from);
  await linkFile(from, to, found);
  return found.size;
}

/**
 * A link to another place of the checkout leads to that place of the context, also where it names the checkout: through
 * it an agent would change the checkout. One that leaves the checkout leads where it led.
 */
export function linkFor(top: string, from: string, target: string): string {
  const meant = resolve(dirname(from), target);
  const isInside = meant === top || meant.startsWith(`${top}/`);
  if (isInside) return isAbsolute(target) ? relative(dirname(from), meant) || "." : target;
  return meant;
}

/** A file of another user or group could not be changed through an overlay in a user namespace. */
async function linkFile(from: string, to: string, { uid, gid, atime, mtime }: Stats): Promise<void> {
  const isOwn = process.getuid?.() === 0 || (uid === process.getuid?.() && gid === process.getgid?.());
  const isLinked =
    isOwn &&
    (await link(from, to).then(
      () => true,
      () => false,
    ));
  if (isLinked) return;
  await copyFile(from, to);
  await utimes(to, atime, mtime);
}

async function mapAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < items.length; start += atOnce)
    done.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))));
  return done;
}
