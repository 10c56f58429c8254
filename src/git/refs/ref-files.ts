import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { writeSynced } from "../../base/files/write/write-synced.ts";
import { hasRedo, noteFile, notedOnDisk } from "../storage/redo.ts";

/** The entry at the name of a ref, if there is one. */
export type RefFile =
  | { readonly kind: "object"; readonly object: string }
  | { readonly kind: "symbolic"; readonly ref: string }
  | { readonly kind: "none" };

/** Longer than any ref that git itself would write. */
const mostBytes = 4096;
/** In a large file git finds a ref faster. */
const mostPackedBytes = 128 * 1024;
/** Neither a link nor something that has to be waited for. */
const plainly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const mine = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/**
 * A ref from git's own files: it is read so often that starting git would be most of the work. `undefined`: ask git,
 * since refs are kept in another way or look unusual.
 */
export function readRefFile(gitDir: string, ref: string): RefFile | undefined {
  if (ref !== "HEAD" && !isPlainRef(ref)) return undefined;
  const head = meaning(contentOf(join(gitDir, "HEAD"), mostBytes));
  // With reftable, HEAD says that git has to be asked.
  if (head === undefined || head.kind === "none" || (head.kind === "symbolic" && !isPlainRef(head.ref)))
    return undefined;
  if (ref === "HEAD") return head;
  const shared = sharedFolder(gitDir);
  if (shared === undefined) return undefined;
  const loose = meaning(contentOf(join(shared, ref), mostBytes));
  // A ref being packed appears there before it disappears here.
  return loose?.kind === "none" ? packedRef(shared, ref) : loose;
}

/** False: there may be some. */
export function areNoRefsBelow(gitDir: string, prefix: string): boolean {
  if (readRefFile(gitDir, prefix)?.kind !== "none") return false;
  const shared = sharedFolder(gitDir) ?? gitDir;
  const names = namesIn(join(shared, prefix));
  if (names?.length !== 0) return false;
  // A ref being packed appears here before it disappears there.
  const packed = contentOf(join(shared, "packed-refs"), mostPackedBytes);
  return packed === null || packed?.includes(` ${prefix}/`) === false;
}

/**
 * Makes a ref of Tutti's own repository under git's own lock, without a process; the object is on the disk. False: it
 * exists, or git has to be asked.
 */
export async function makeRefFile(gitDir: string, ref: string, object: string): Promise<boolean> {
  if (!isPlainRef(ref)) return false;
  const path = join(gitDir, ref);
  const lock = `${path}.lock`;
  const content = Buffer.from(`${object}\n`, "latin1");
  let isMade = false;
  try {
    const isNoted = hasRedo(gitDir, content.length);
    mkdirSync(dirname(path), { recursive: true });
    if (isNoted) writeFileSync(lock, content, { flag: "wx", mode: 0o644 });
    else await writeSynced(lock, content, { flags: mine, mode: 0o644 });
    // No other process can make it now; a folder in its place can't be renamed over.
    isMade = readRefFile(gitDir, ref)?.kind === "none";
    if (isMade && isNoted) noteFile(gitDir, `ref ${ref}`, content);
    if (isMade) renameSync(lock, path);
    else rmSync(lock, { force: true });
  } catch (error) {
    // Another process has the lock, or git finds out why.
    if (!isTaken(error)) rmSync(lock, { force: true });
    isMade = false;
  }
  await notedOnDisk(gitDir);
  return isMade;
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}

/** Names that git, the file system and all work trees read alike. */
export function isPlainRef(ref: string): boolean {
  return (
    /^refs\/(?:heads|tags|tutti)(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+$/.test(ref) &&
    !/\.\.|\.lock(?:\/|$)|\.(?:\/|$)/.test(ref)
  );
}

function meaning(content: string | null | undefined): RefFile | undefined {
  if (content === undefined) return undefined;
  if (content === null) return { kind: "none" };
  const object = /^([0-9a-f]{40}|[0-9a-f]{64})\n?$/.exec(content)?.[1];
  if (object !== undefined) return { kind: "object", object };
  const ref = /^ref: ([^\s]+)\n?$/.exec(content)?.[1];
  return ref === undefined ? undefined : { kind: "symbolic", ref };
}

/** Where a work tree of its own finds the refs of all. */
function sharedFolder(gitDir: string): string | undefined {
  const content = contentOf(join(gitDir, "commondir"), mostBytes);
  if (content === undefined) return undefined;
  if (content === null) return gitDir;
  const path = content.replace(/\n$/, "");
  // Read byte by byte: other characters may be several bytes.
  if (!/^[\x20-\x7e]+$/.test(path)) return undefined;
  return isAbsolute(path) ? path : join(gitDir, path);
}

function packedRef(folder: string, ref: string): RefFile | undefined {
  const content = contentOf(join(folder, "packed-refs"), mostPackedBytes);
  if (content === undefined) return undefined;
  // Without a folder for refs, nothing is known.
  if (content === null) return existsSync(join(folder, "refs")) ? { kind: "none" } : undefined;
  const at = `\n${content}`.indexOf(` ${ref}\n`);
  if (at === -1) return { kind: "none" };
  const start = content.lastIndexOf("\n", at - 1) + 1;
  return meaning(content.slice(start, at - 1));
}

/** `null`: absent; `undefined`: unclear. */
function contentOf(path: string, most: number): string | null | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, plainly);
    const bytes = readSync(file, desk, 0, most, null);
    return bytes < most ? desk.toString("latin1", 0, bytes) : undefined;
  } catch (error) {
    return isAbsent(error) ? null : undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Each file is read and understood before the next. */
const desk = Buffer.alloc(mostPackedBytes);

function namesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder);
  } catch (error) {
    return isAbsent(error) ? [] : null;
  }
}

/** A folder in the place of a file has other refs in it. */
function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR";
}
