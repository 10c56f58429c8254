import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { type ObjectFormat, nameBytes } from "../objects/bytes/object-name.ts";
import { type KnownTree, parseIndex } from "./index-file.ts";

/** The new entry for a path; `stats`: of its file, `null`: git looks at the file before it trusts the entry. */
export interface NewEntry {
  readonly mode: string;
  readonly blob: string;
  readonly stats: BigIntStats | null;
}

/** By path, raw bytes as latin1; `null`: nothing stands there any more. */
export type EntryChanges = ReadonlyMap<string, NewEntry | null>;

/** The tree of a folder with changes, `""` for the top; `undefined`: unknown. */
type TreeAt = (folder: string) => string | undefined;

/** Pure. The same index with other entries at some paths. `undefined`: only git can change it. */
export function editIndex(
  bytes: Buffer,
  format: ObjectFormat,
  { changes, treeAt = () => undefined }: { readonly changes: EntryChanges; readonly treeAt?: TreeAt },
): Buffer | undefined {
  const read = parseIndex(bytes, format);
  const lines = read === undefined ? undefined : linesOf(bytes, format);
  if (read === undefined || lines === undefined) return undefined;
  const merged = merge(lines, changes, format);
  const paths = merged.map(({ path }) => path);
  if ([...changes].some(([path, entry]) => entry !== null && isInTheWay(paths, path))) return undefined;
  const header = Buffer.from(bytes.subarray(0, headerBytes));
  header.writeUInt32BE(merged.length, 8);
  const trees = encodeTrees({ paths, treeAt, touched: foldersOf(changes.keys()) }, read.root);
  const body = Buffer.concat([header, ...merged.map((line) => line.bytes), extension("TREE", trees)]);
  return Buffer.concat([body, createHash(format).update(body).digest()]);
}

const headerBytes = 12;
/** Times, device, inode, mode, owner and size, before an entry's object name. */
const statBytes = 40;
const longName = 0xfff;

interface Line {
  readonly path: string;
  readonly bytes: Buffer;
}

/** `undefined`: an entry has marks that only git understands. */
function linesOf(bytes: Buffer, format: ObjectFormat): readonly Line[] | undefined {
  if (bytes.readUInt32BE(4) !== 2) return undefined;
  const lines: Line[] = [];
  let at = headerBytes;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = at + statBytes + nameBytes[format];
    if ((bytes.readUInt16BE(flagsAt) & ~longName) !== 0) return undefined;
    const nameEnd = bytes.indexOf(0, flagsAt + 2);
    const end = at + ((nameEnd - at + 8) & ~7);
    lines.push({ path: bytes.toString("latin1", flagsAt + 2, nameEnd), bytes: bytes.subarray(at, end) });
    at = end;
  }
  return lines;
}

/** Both are in order: bytes as latin1 compare as bytes do. */
function merge(lines: readonly Line[], changes: EntryChanges, format: ObjectFormat): readonly Line[] {
  const added = [...changes]
    .flatMap(([path, entry]) => (entry === null ? [] : [encodeLine(path, entry, format)]))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const kept = lines.filter(({ path }) => !changes.has(path));
  const merged: Line[] = [];
  let next = 0;
  for (const line of kept) {
    for (let one = added[next]; one !== undefined && one.path < line.path; one = added[next]) {
      merged.push(one);
      next += 1;
    }
    merged.push(line);
  }
  return [...merged, ...added.slice(next)];
}

function encodeLine(path: string, { mode, blob, stats }: NewEntry, format: ObjectFormat): Line {
  const nameAt = statBytes + nameBytes[format] + 2;
  const bytes = Buffer.alloc((nameAt + path.length + 8) & ~7);
  if (stats !== null) encodeStats(bytes, stats);
  bytes.writeUInt32BE(Number.parseInt(mode, 8), 24);
  bytes.write(blob, statBytes, "hex");
  bytes.writeUInt16BE(Math.min(path.length, longName), nameAt - 2);
  bytes.write(path, nameAt, "latin1");
  return { path, bytes };
}

function encodeStats(bytes: Buffer, stats: BigIntStats): void {
  const second = 1_000_000_000n;
  const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = stats;
  const fields = [ctimeNs / second, ctimeNs % second, mtimeNs / second, mtimeNs % second, dev, ino, 0n, uid, gid, size];
  for (const [place, value] of fields.entries()) bytes.writeUInt32BE(Number(BigInt.asUintN(32, value)), 4 * place);
}

/** A file stands where a folder would have to be, or the other way round. */
function isInTheWay(paths: readonly string[], path: string): boolean {
  if (paths[placeOf(paths, `${path}/`)]?.startsWith(`${path}/`) === true) return true;
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
    if (paths[placeOf(paths, path.slice(0, end))] === path.slice(0, end)) return true;
  return false;
}

/** Of the first that is not before it. */
function placeOf(paths: readonly string[], path: string, from = 0): number {
  let [low, high] = [from, paths.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((paths[middle] ?? "") < path) low = middle + 1;
    else high = middle;
  }
  return low;
}

function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>([""]);
  for (const path of paths)
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
      folders.add(path.slice(0, end));
  return folders;
}

interface Known {
  readonly paths: readonly string[];
  readonly touched: ReadonlySet<string>;
  readonly treeAt: TreeAt;
}

/** Which trees git knows to be those of folders: unchanged ones as before, others as they are said to be. */
function encodeTrees(known: Known, root: KnownTree | undefined): Buffer {
  const parts: Buffer[] = [];
  const write = (name: string, id: string | null, { count, folders }: { count: number; folders: number }): void => {
    parts.push(Buffer.from(`${name}\0${String(id === null ? -1 : count)} ${String(folders)}\n`, "latin1"));
    if (id !== null) parts.push(Buffer.from(id, "hex"));
  };
  const copy = (name: string, tree: KnownTree): void => {
    write(name, tree.id, { count: tree.count, folders: tree.folders.size });
    for (const [below, inner] of tree.folders) copy(below, inner);
  };
  const visit = (folder: string, range: Range, old: KnownTree | undefined): void => {
    const name = folder.slice(folder.lastIndexOf("/") + 1);
    if (!known.touched.has(folder) && old !== undefined) {
      copy(name, old);
      return;
    }
    const inner = known.touched.has(folder) ? foldersIn(known.paths, folder, range) : [];
    const id = known.touched.has(folder) ? (known.treeAt(folder) ?? null) : null;
    write(name, id, { count: range.to - range.from, folders: inner.length });
    for (const one of inner)
      visit(one.folder, one.range, old?.folders.get(one.folder.slice(one.folder.lastIndexOf("/") + 1)));
  };
  visit("", { from: 0, to: known.paths.length }, root);
  return Buffer.concat(parts);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function foldersIn(
  paths: readonly string[],
  folder: string,
  { from, to }: Range,
): readonly { readonly folder: string; readonly range: Range }[] {
  const found: { readonly folder: string; readonly range: Range }[] = [];
  const start = folder === "" ? 0 : folder.length + 1;
  for (let at = from; at < to; ) {
    const path = paths[at] ?? "";
    const slash = path.indexOf("/", start);
    if (slash === -1) {
      at += 1;
      continue;
    }
    const below = path.slice(0, slash);
    // The character behind a slash: all paths in the folder come before it.
    const end = placeOf(paths, `${below}0`, at);
    found.push({ folder: below, range: { from: at, to: end } });
    at = end;
  }
  return found;
}

function extension(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, "latin1");
  head.writeUInt32BE(content.length, 4);
  return Buffer.concat([head, content]);
}
