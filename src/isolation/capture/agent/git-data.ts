import { type Dirent, closeSync, constants, fstatSync, openSync, readSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type CommitSha, isObjectName } from "../../../base/ids.ts";

const mostBytes = 4 * 1024 * 1024;

/** The text of an ordinary file; `undefined` for anything else. Never waits for a pipe. */
export function readData(path: string): Promise<string | undefined> {
  const found = readStart(path);
  return Promise.resolve(found?.isWhole === true ? found.bytes.toString("utf8") : undefined);
}

interface Start {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

/** On this thread: these files are small, and asking another for one takes longer. */
function readStart(path: string): Start | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    if (!stats.isFile()) return undefined;
    const bytes = Buffer.alloc(Math.min(stats.size, mostBytes));
    const length = readSync(file, bytes, 0, bytes.length, 0);
    return { bytes: bytes.subarray(0, length), isWhole: stats.size <= mostBytes };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Where a `.git` file leads; `undefined`: it is not one. */
export async function readGitFile(folder: string): Promise<string | undefined> {
  const target = /^gitdir: (.+?)\n*$/s.exec((await readData(join(folder, ".git"))) ?? "")?.[1];
  return target === undefined ? undefined : resolve(folder, target);
}

export interface Head {
  readonly branch: string | null;
  readonly commit: CommitSha | null;
}

/** HEAD, read as data; `refs` is the folder that its refs are in. */
export async function readHead(gitDir: string, refs: string): Promise<Head> {
  const text = ((await readData(join(gitDir, "HEAD"))) ?? "").trim();
  const branch = /^ref: (refs\/[^\0]+)$/.exec(text)?.[1] ?? null;
  if (branch === null) return { branch, commit: asCommit(text) };
  if (branch.split("/").some((part) => part === "." || part === "..")) return { branch: null, commit: null };
  const loose = asCommit(((await readData(join(refs, branch))) ?? "").trim());
  return { branch, commit: loose ?? (await readPacked(refs, branch)) };
}

async function readPacked(refs: string, branch: string): Promise<CommitSha | null> {
  const lines = ((await readData(join(refs, "packed-refs"))) ?? "").split("\n");
  return asCommit(lines.find((line) => line.endsWith(` ${branch}`))?.split(" ")[0] ?? "");
}

/** A killed `worktree add` leaves a HEAD of zeros. */
function asCommit(text: string): CommitSha | null {
  return isObjectName(text) && !/^0+$/.test(text) ? (text as CommitSha) : null;
}

/** A hostile context may hold any number of refs and logs. */
const mostTips = 1000;

export interface Tips {
  readonly names: string[];
  /** There are more. */
  readonly isCut: boolean;
}

/** Object names in a context's HEAD, refs and logs, without the base. Nothing there is run. */
export function readTips(gitDir: string, base: string): Tips {
  const names = new Set<string>();
  const note = (words: readonly string[]): void => {
    for (const word of words) if (isObjectName(word) && word !== base && !/^0+$/.test(word)) names.add(word);
  };
  const refs = refFiles(join(gitDir, "refs"), 0);
  let isCut = refs.length > mostTips;
  // A pipe or a device in a ref's place names no commit.
  const read = (path: string): string => {
    const found = readStart(path);
    isCut ||= found?.isWhole === false;
    return found?.bytes.toString("latin1") ?? "";
  };
  for (const path of [join(gitDir, "HEAD"), join(gitDir, "packed-refs"), ...refs]) note(read(path).split(/[\s^]+/));
  for (const path of [join(gitDir, "logs", "HEAD"), join(gitDir, "logs", "refs", "stash")]) {
    // Only the first two words of a line are commits of this repository; a message may name any.
    for (const line of read(path).split("\n")) note(line.split(" ", 2));
  }
  return { names: [...names].slice(0, mostTips), isCut: isCut || names.size > mostTips };
}

function refFiles(folder: string, depth: number): readonly string[] {
  if (depth > 16) return [];
  const entries = entriesIn(folder);
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...refFiles(path, depth + 1));
    else found.push(path);
    if (found.length > mostTips) break;
  }
  return found;
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
