import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type ObjectFormat, nameBytes } from "../objects/bytes/object-name.ts";

/** An index as git wrote it. */
export interface IndexFile {
  readonly entries: readonly Entry[];
  readonly marks: ReadonlyMap<string, Mark>;
  /** Trees that git knows to be those of unchanged folders; absent: none. */
  readonly root: KnownTree | undefined;
}

/** One line of an index. `path` is raw bytes as latin1. */
export interface Entry {
  readonly mode: string;
  readonly blob: string;
  readonly path: string;
}

/** A user's mark on a path: git does not look at its file, or takes it for unchanged. */
export type Mark = "skip-worktree" | "assume-unchanged";

/** `id: null`: something in the folder changed since its tree was known. */
export interface KnownTree {
  readonly id: string | null;
  /** How many entries lie in it. */
  readonly count: number;
  readonly folders: ReadonlyMap<string, KnownTree>;
}

/**
 * Reads an index as git wrote it, without a process. `undefined`: ask git, since it is damaged, in a form
 * that is rare, or holds entries that need git's care (a merge's stages, sparse folders, files only meant to be added).
 */
export async function readIndexFile(path: string, format: ObjectFormat): Promise<IndexFile | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes === undefined ? undefined : parseIndex(bytes, format);
}

export function parseIndex(bytes: Buffer, format: ObjectFormat): IndexFile | undefined {
  const end = bytes.length - nameBytes[format];
  if (end < headerBytes || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  if (version !== 2 && version !== 3) return undefined;
  if (!createHash(format).update(bytes.subarray(0, end)).digest().equals(bytes.subarray(end))) return undefined;
  const read = readEntries(bytes, { end, count: bytes.readUInt32BE(8), format });
  if (read === undefined) return undefined;
  const root = readExtensions(bytes, { at: read.at, end, format });
  return root === "unknown" ? undefined : { entries: read.entries, marks: read.marks, root };
}

const headerBytes = 12;
/** Times, device, inode, mode, owner and size, before an entry's object name. */
const statBytes = 40;
const flag = { isAssumed: 0x8000, stage: 0x3000, isExtended: 0x4000, isSkipped: 0x4000, isOnlyMeant: 0x2000 } as const;
const sparseFolder = 0o040000;

function readEntries(
  bytes: Buffer,
  { end, count, format }: { readonly end: number; readonly count: number; readonly format: ObjectFormat },
): (Pick<IndexFile, "entries" | "marks"> & { readonly at: number }) | undefined {
  const length = nameBytes[format];
  const entries: Entry[] = [];
  const marks = new Map<string, Mark>();
  let at = headerBytes;
  for (let left = count; left > 0; left -= 1) {
    const flagsAt = at + statBytes + length;
    if (flagsAt + 2 > end) return undefined;
    const mode = bytes.readUInt32BE(at + 24);
    const flags = bytes.readUInt16BE(flagsAt);
    const isExtended = (flags & flag.isExtended) !== 0;
    const nameAt = flagsAt + (isExtended ? 4 : 2);
    const nameEnd = bytes.indexOf(0, nameAt);
    if (nameEnd < 0 || nameEnd >= end || mode === sparseFolder || (flags & flag.stage) !== 0) return undefined;
    const more = isExtended ? bytes.readUInt16BE(flagsAt + 2) : 0;
    if ((more & flag.isOnlyMeant) !== 0) return undefined;
    const blob = bytes.toString("hex", at + statBytes, flagsAt);
    const path = bytes.toString("latin1", nameAt, nameEnd);
    entries.push({ mode: mode.toString(8), blob, path });
    if ((more & flag.isSkipped) !== 0) marks.set(path, "skip-worktree");
    else if ((flags & flag.isAssumed) !== 0) marks.set(path, "assume-unchanged");
    // Padded with one to eight zeros to a multiple of eight.
    at += (nameEnd - at + 8) & ~7;
  }
  return at <= end ? { entries, marks, at } : undefined;
}

type Place = { readonly at: number; readonly end: number; readonly format: ObjectFormat };

function readExtensions(bytes: Buffer, { at, end, format }: Place): KnownTree | undefined | "unknown" {
  let root: KnownTree | undefined;
  for (let place = at; place < end; ) {
    if (place + 8 > end) return "unknown";
    const name = bytes.toString("latin1", place, place + 4);
    const from = place + 8;
    place = from + bytes.readUInt32BE(place + 4);
    if (place > end) return "unknown";
    if (name === "TREE") root = readTrees(bytes, { at: from, end: place, format });
    // In lower case: an index can't be read without it, such as one that is split in two.
    else if (!/^[A-Z]/.test(name)) return "unknown";
  }
  return root;
}

/** The name, how many entries, how many folders, the tree's name; then those folders in the same way. */
function readTrees(bytes: Buffer, { at, end, format }: Place): KnownTree | undefined {
  let place = at;
  const next = (): { readonly name: string; readonly tree: KnownTree } | undefined => {
    const nameEnd = bytes.indexOf(0, place);
    const lineEnd = bytes.indexOf(0x0a, nameEnd);
    if (nameEnd < 0 || lineEnd < 0 || lineEnd >= end) return undefined;
    const counts = /^(-?\d+) (\d+)$/.exec(bytes.toString("latin1", nameEnd + 1, lineEnd));
    if (counts === null) return undefined;
    const name = bytes.toString("latin1", place, nameEnd);
    const count = Number(counts[1]);
    place = lineEnd + 1;
    const id = count < 0 ? null : bytes.toString("hex", place, place + nameBytes[format]);
    if (id !== null) place += nameBytes[format];
    const folders = new Map<string, KnownTree>();
    for (let left = Number(counts[2]); left > 0; left -= 1) {
      const folder = next();
      if (folder === undefined) return undefined;
      folders.set(folder.name, folder.tree);
    }
    return place > end ? undefined : { name, tree: { id, count, folders } };
  };
  return next()?.tree;
}
