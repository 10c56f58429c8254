import { type Stats, lstatSync, mkdirSync, renameSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { FileStat, IndexStats } from "../../git/storage/index-stats.ts";
import { pathBytes } from "../raw-path.ts";

/** A used work tree, and what is known of it from before. */
export interface UsedTree {
  readonly folder: string;
  readonly stats: IndexStats;
  /** In it and earlier, Tutti alone had changed anything: its clock is the file system's. */
  readonly handedOutMs: number;
}

export interface Salvaged {
  readonly files: number;
  /** Places in the index of files that were moved by themselves, with the time of their last change. */
  readonly moved: ReadonlyMap<number, bigint>;
}

/** Below this share it is not worth it: git writes the files as fast. */
const leastShare = 0.5;

/**
 * Moves entries that are proven to be as Tutti wrote them into a new, empty folder. `undefined`: too few are proven,
 * and nothing was moved.
 *
 * The proof is the time of the last change, which no program can set back: every change of a file or folder (its
 * content, name, owner, mode, links, extended attributes, entries) sets it to now. A folder with added or removed
 * entries is skipped and made anew. No process may be in the tree.
 */
export async function salvage(used: UsedTree, into: string): Promise<Salvaged | undefined> {
  const breathe = breather();
  const look = await lookAt(used, foldersOf(used.stats), { path: "", breathe });
  if (look === undefined || look.count < used.stats.files.size * leastShare) return undefined;
  const moved = new Map<number, bigint>();
  const files = await move(look, { from: used.folder, into, moved, breathe });
  return { files, moved };
}

/** A folder as the index has it. */
interface Folder {
  readonly files: (readonly [path: string, stat: FileStat])[];
  readonly folders: Map<string, Folder>;
}

function foldersOf({ files }: IndexStats): Folder {
  const root: Folder = { files: [], folders: new Map() };
  const known = new Map<string, Folder>([["", root]]);
  const folderAt = (path: string): Folder => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const made: Folder = { files: [], folders: new Map() };
    known.set(path, made);
    folderAt(path.slice(0, Math.max(0, path.lastIndexOf("/")))).folders.set(path, made);
    return made;
  };
  for (const entry of files) folderAt(entry[0].slice(0, Math.max(0, entry[0].lastIndexOf("/")))).files.push(entry);
  return root;
}

/** The rules by which entries of a folder are kept. */
interface Look {
  readonly path: string;
  /** All of it, with the folder itself. */
  readonly isWhole: boolean;
  readonly files: readonly (readonly [path: string, stat: FileStat])[];
  readonly folders: readonly Look[];
  readonly count: number;
}

/** From above: what lies behind a link is not looked at. */
async function lookAt(
  used: UsedTree,
  folder: Folder,
  { path, breathe }: { readonly path: string; readonly breathe: () => Promise<void> | undefined },
): Promise<Look | undefined> {
  await breathe();
  const own = statOf(used.folder, path);
  if (own?.isDirectory() !== true) return undefined;
  const files: (readonly [string, FileStat])[] = [];
  for (const entry of folder.files) {
    const stats = statOf(used.folder, entry[0]);
    if (stats !== undefined && isAsWritten(stats, entry[1], used.handedOutMs)) files.push(entry);
    await breathe();
  }
  const folders: Look[] = [];
  for (const [below, inner] of folder.folders) {
    const look = await lookAt(used, inner, { path: below, breathe });
    if (look !== undefined) folders.push(look);
  }
  const isWhole =
    own.ctimeMs < used.handedOutMs &&
    files.length === folder.files.length &&
    folders.length === folder.folders.size &&
    folders.every((inner) => inner.isWhole);
  return { path, isWhole, files, folders, count: folders.reduce((sum, inner) => sum + inner.count, files.length) };
}

function isAsWritten(stats: Stats, known: FileStat, handedOutMs: number): boolean {
  return (
    (known.isLink ? stats.isSymbolicLink() : stats.isFile()) &&
    stats.ctimeMs < handedOutMs &&
    Math.abs(stats.ctimeMs - known.changedMs) < 0.001 &&
    stats.ino % 2 ** 32 === known.inode &&
    stats.size % 2 ** 32 === known.size &&
    stats.nlink === 1
  );
}

interface Move {
  readonly from: string;
  readonly into: string;
  readonly moved: Map<number, bigint>;
  readonly breathe: () => Promise<void> | undefined;
}

/** Entries that can't be moved stay; git writes them anew. */
async function move(look: Look, way: Move): Promise<number> {
  let count = 0;
  for (const folder of look.folders) {
    await way.breathe();
    if (folder.count === 0) continue;
    if (folder.isWhole) count += moveOne(way, folder.path) ? folder.count : 0;
    else {
      mkdirSync(placeOf(way.into, folder.path));
      count += await move(folder, way);
    }
  }
  for (const [path, { at }] of look.files) {
    await way.breathe();
    if (!moveOne(way, path)) continue;
    way.moved.set(at, lstatSync(placeOf(way.into, path), { bigint: true }).ctimeNs);
    count += 1;
  }
  return count;
}

function moveOne({ from, into }: Move, path: string): boolean {
  try {
    renameSync(placeOf(from, path), placeOf(into, path));
    return true;
  } catch {
    return false;
  }
}

/** Text is a third faster than bytes, where it says the same. */
function placeOf(root: string, path: string): string | Buffer {
  return isAscii(path) ? (path === "" ? root : `${root}/${path}`) : pathBytes(root, path);
}

function isAscii(path: string): boolean {
  for (let at = 0; at < path.length; at += 1) if (path.charCodeAt(at) > 0x7f) return false;
  return true;
}

function statOf(root: string, path: string): Stats | undefined {
  try {
    return lstatSync(placeOf(root, path), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** System calls between two looks at the rest of the program: a millisecond. */
const atOnce = 256;

function breather(): () => Promise<void> | undefined {
  let left = atOnce;
  return () => {
    left -= 1;
    if (left > 0) return undefined;
    left = atOnce;
    return setImmediate();
  };
}
