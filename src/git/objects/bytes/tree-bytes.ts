import { TuttiError } from "../../../base/error.ts";
import { type ObjectFormat, nameBytes } from "./object-name.ts";

/** One line of a tree. */
export interface TreeEntry {
  /** Without leading zeros: `100644`, `40000`. */
  readonly mode: string;
  /** Raw bytes as latin1. */
  readonly name: string;
  readonly id: string;
}

export function isFolder(entry: TreeEntry): boolean {
  return entry.mode === "40000" || entry.mode === "040000";
}

/** In a tree a folder lies where its name with a slash would. */
export function sortKey(entry: TreeEntry): string {
  return isFolder(entry) ? `${entry.name}/` : entry.name;
}

export function parseTree(format: ObjectFormat, bytes: Buffer): readonly TreeEntry[] {
  const length = nameBytes[format];
  // Cutting one long text is several times faster than decoding each name.
  const text = bytes.toString("latin1");
  const hex = bytes.toString("hex");
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const blank = text.indexOf(" ", at);
    const end = text.indexOf("\0", blank);
    if (blank < 0 || end < 0 || end + 1 + length > bytes.length) throw broken("a tree ends in the middle of an entry");
    entries.push({
      mode: text.slice(at, blank),
      name: text.slice(blank + 1, end),
      id: hex.slice(2 * (end + 1), 2 * (end + 1 + length)),
    });
    at = end + 1 + length;
  }
  return entries;
}

/** Entries are sorted into git's order. */
export function encodeTree(
  format: ObjectFormat,
  entries: readonly TreeEntry[],
): { readonly bytes: Buffer; readonly sorted: readonly TreeEntry[] } {
  const sorted = inOrder(entries);
  const length = nameBytes[format];
  const names = new Set<string>();
  let size = 0;
  for (const entry of sorted) {
    requireSound(entry, 2 * length);
    names.add(entry.name);
    size += entry.mode.length + entry.name.length + 2 + length;
  }
  if (names.size !== sorted.length) throw broken("a tree has two entries of one name");
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const { mode, name, id } of sorted) {
    at += bytes.write(`${mode} ${name}\0`, at, "latin1");
    at += bytes.write(id, at, "hex");
  }
  return { bytes, sorted };
}

function inOrder(entries: readonly TreeEntry[]): readonly TreeEntry[] {
  if (isInOrder(entries)) return entries;
  const keyed = entries.map((entry) => ({ entry, key: sortKey(entry) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)).map(({ entry }) => entry);
}

/** Nearly all are: most trees are another one with a new id here and there. */
function isInOrder(entries: readonly TreeEntry[]): boolean {
  let last = "";
  for (const entry of entries) {
    const key = sortKey(entry);
    if (key <= last) return false;
    last = key;
  }
  return true;
}

const modes = new Set(["40000", "100644", "100755", "120000", "160000"]);

/** Very old trees hold other modes, which git reads as one of these. */
export function isFile({ mode }: Pick<TreeEntry, "mode">): boolean {
  return mode === "100644" || mode === "100755";
}

export function isUsualMode(mode: string): boolean {
  return modes.has(mode);
}

function requireSound({ mode, name, id }: TreeEntry, idLength: number): void {
  if (!modes.has(mode)) throw broken(`a tree can't have an entry of mode ${JSON.stringify(mode)}`);
  if (id.length !== idLength || /[^0-9a-f]/.test(id))
    throw broken(`${JSON.stringify(id)} is no object name of this repository`);
  if (isBadName(name)) throw broken(`a tree can't have an entry named ${JSON.stringify(name)}`);
}

/** Names that lead out of the tree or into git's folder; git finds other systems' spellings when the tree is stored. */
function isBadName(name: string): boolean {
  if (name === "" || name.includes("/") || name.includes("\0")) return true;
  return name.charCodeAt(0) === 0x2e && (name === "." || name === ".." || name.toLowerCase() === ".git");
}

/** -1: no such entry. */
export function placeOf(entries: readonly TreeEntry[], name: string): number {
  const asFile = search(entries, name);
  return asFile >= 0 ? asFile : search(entries, `${name}/`);
}

function search(entries: readonly TreeEntry[], key: string): number {
  let low = 0;
  let high = entries.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    const found = entry === undefined ? "" : sortKey(entry);
    if (found === key) return middle;
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function broken(message: string): TuttiError {
  return new TuttiError("git.failed", message, { audience: "environment" });
}
