import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type CommitSha, isObjectName } from "../../../base/ids.ts";

const mostBytes = 4 * 1024 * 1024;

/** The text of an ordinary file; `undefined` for anything else. Never waits for a pipe. */
export async function readData(path: string): Promise<string | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > mostBytes) return undefined;
    return await file.readFile("utf8");
  } catch {
    return undefined;
  } finally {
    await file.close();
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
export async function readTips(gitDir: string, base: string): Promise<Tips> {
  const names = new Set<string>();
  const note = (words: readonly string[]): void => {
    for (const word of words) if (isObjectName(word) && word !== base && !/^0+$/.test(word)) names.add(word);
  };
  const refs = await refFiles(join(gitDir, "refs"), 0);
  let isCut = refs.length > mostTips;
  const read = async (path: string): Promise<string> => {
    const { text, isWhole } = await readText(path);
    isCut ||= !isWhole;
    return text;
  };
  for (const path of [join(gitDir, "HEAD"), join(gitDir, "packed-refs"), ...refs])
    note((await read(path)).split(/[\s^]+/));
  for (const path of [join(gitDir, "logs", "HEAD"), join(gitDir, "logs", "refs", "stash")]) {
    // Only the first two words of a line are commits of this repository; a message may name any.
    for (const line of (await read(path)).split("\n")) note(line.split(" ", 2));
  }
  return { names: [...names].slice(0, mostTips), isCut: isCut || names.size > mostTips };
}

async function refFiles(folder: string, depth: number): Promise<readonly string[]> {
  if (depth > 16) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await refFiles(path, depth + 1)));
    else found.push(path);
    if (found.length > mostTips) break;
  }
  return found;
}

const nothing = { text: "", isWhole: true };

/** A pipe or a device in a ref's place names no commit, and is never waited for. */
async function readText(path: string): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  if (file === undefined) return nothing;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return nothing;
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(stats.size, mostBytes)), 0);
    return { text: buffer.toString("latin1", 0, bytesRead), isWhole: stats.size <= mostBytes };
  } finally {
    await file.close();
  }
}
