import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type CommitSha, isObjectName } from "../../../base/ids.ts";

const mostBytes = 4 * 1024 * 1024;

/** The text of an ordinary file; `undefined` for anything else: a pipe in its place must not be waited for. */
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

/** Where a `.git` file leads; `undefined` when it is none. */
export async function readGitFile(folder: string): Promise<string | undefined> {
  const target = /^gitdir: (.+?)\n*$/s.exec((await readData(join(folder, ".git"))) ?? "")?.[1];
  return target === undefined ? undefined : resolve(folder, target);
}

export interface Head {
  readonly branch: string | null;
  readonly commit: CommitSha | null;
}

/** What HEAD says, read as data; `refs` is the folder whose refs it means. */
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
