import { createHash, randomUUID } from "node:crypto";
import type { Dirent, Stats } from "node:fs";
import { copyFile, link, lstat, mkdir, readdir, readlink, rename, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../../base/files/exists.ts";
import { removeTree } from "../../cleanup/remove-tree.ts";
import type { Places } from "../../home/places.ts";
import { layersInUse } from "./views.ts";

/** What a layer is made of. */
export interface LayerSource {
  readonly top: string;
  /** Paths of folders, from the top. */
  readonly folders: readonly string[];
}

/** How many entries are looked at or linked at once. */
const atOnce = 64;

/**
 * A layer: these folders as they are now, in a place of Tutti's, for contexts to see. It consists of hard links where the file system allows, so it costs no
 * space; whoever installs into the checkout replaces files there and leaves these alone.
 */
export async function requireLayer(layers: string, source: LayerSource): Promise<string> {
  const path = join(layers, await keyOf(source));
  if (await exists(path)) {
    const now = new Date();
    await utimes(path, now, now).catch(() => undefined);
    return path;
  }
  const making = join(layers, `making-${randomUUID()}`);
  try {
    for (const folder of source.folders) {
      const to = join(making, folder);
      await mkdir(join(to, ".."), { recursive: true, mode: 0o755 });
      await copyFolder(join(source.top, folder), to);
      // Its own files are nobody's work, wherever an agent moves the folder.
      await writeFile(join(to, ".gitignore"), "*\n", { flag: "wx" }).catch(() => undefined);
    }
    await rename(making, path);
    return path;
  } catch (error) {
    // Another one was faster.
    if (await exists(path)) return path;
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
    if (!seen.has(path) && now - usedAt > keptMs) await removeTree(path);
  }
}

/** Changes with the folders' content as far as installers change it: entries and times of the packages' folders. */
async function keyOf({ top, folders }: LayerSource): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify([top, folders]));
  for (const folder of folders) hash.update(JSON.stringify(await signature(join(top, folder))));
  return hash.digest("hex").slice(0, 32);
}

type Signature = readonly (readonly [string, number, number, Signature?])[];

/** Packages lie below these: in scopes, in pnpm's store, three levels down in an environment of Python. */
const looksDeeper = /^(?:lib|lib64|python[\d.]*|site-packages|@.*|\.pnpm)$/;

async function signature(folder: string): Promise<Signature> {
  const entries = (await readdir(folder, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return mapAtOnce(entries, async (entry) => {
    const path = join(folder, entry.name);
    const { mtimeMs, size } = await lstat(path);
    const isDeeper = entry.isDirectory() && looksDeeper.test(entry.name);
    return isDeeper ? [entry.name, mtimeMs, size, await signature(path)] : [entry.name, mtimeMs, size];
  });
}

async function copyFolder(from: string, to: string): Promise<void> {
  const { mode, mtime, atime } = await lstat(from);
  await mkdir(to, { mode: mode | 0o700 });
  const entries = await readdir(from, { withFileTypes: true });
  await mapAtOnce(entries, (entry) => copyEntry(entry, join(from, entry.name), join(to, entry.name)));
  await utimes(to, atime, mtime);
}

async function copyEntry(entry: Dirent, from: string, to: string): Promise<void> {
  if (entry.isDirectory()) await copyFolder(from, to);
  else if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
  else if (entry.isFile()) await linkFile(from, to, await lstat(from));
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
