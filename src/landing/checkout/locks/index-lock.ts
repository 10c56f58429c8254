import type { Stats } from "node:fs";
import { link, lstat, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { readPlain, readPlainText } from "../../../base/files/read-plain.ts";
import { exists } from "../../../base/files/exists.ts";
import type { CommitSha } from "../../../base/ids.ts";

/** Content of Tutti's `index.lock`: its holder, and what to finish if the holder dies. */
export interface IndexIntent {
  readonly owner: string;
  readonly ref: string;
  /** Empty until something moves. */
  readonly path: string;
  readonly from: CommitSha;
  readonly to: CommitSha;
}

/**
 * `looking`: nothing was touched, and the user's changes may be in the way. `moving`: every path was clean, and files
 * may be at either side.
 */
type IndexStage = "looking" | "moving";

/** Of a dead holder. */
export interface LeftLock {
  readonly intent: IndexIntent;
  readonly stage: IndexStage;
  readonly at: number;
}

export interface HeldIndexLock extends IndexLock {
  /** Records durably that files move from now on, from where to where; returns when. */
  announceMove(move: Pick<IndexIntent, "path" | "from" | "to">): Promise<number>;
}

interface IndexLock {
  /** Makes a finished private index the checkout's own. */
  replaceIndex(index: string): Promise<void>;
  release(): Promise<void>;
}

const marks: Readonly<Record<IndexStage, string>> = { looking: "tutti looks ", moving: "tutti moves " };

/** `busy`: another holds it; `at`: when that was seen, by the file system's clock. */
type Tried =
  | { readonly kind: "held"; readonly locks: ReadonlyMap<string, HeldIndexLock> }
  | { readonly kind: "busy"; readonly gitDir: string; readonly at: number };

/**
 * Takes git's own locks, all or none. The file is written first and linked into place, so that our lock is never seen
 * without its content.
 */
export async function tryIndexLocks(gitDirs: readonly string[], intent: IndexIntent): Promise<Tried> {
  const [first] = gitDirs;
  const locks = new Map<string, HeldIndexLock>();
  if (first === undefined) return { kind: "held", locks };
  const draft = draftPath(first, intent.owner);
  // An old draft may be linked to a held lock: writing into it would change that lock.
  await rm(draft, { force: true });
  if (!(await isWritten(draft, words("looking", intent), first))) return { kind: "busy", gitDir: first, at: 0 };
  try {
    for (const gitDir of gitDirs) {
      const outcome = await linkTo(draft, gitDir);
      if (outcome === "busy") return { kind: "busy", gitDir, at: await refused(locks, draft) };
      if (outcome === "held")
        locks.set(gitDir, { ...lockIn(gitDir), announceMove: (move) => announceMove(gitDir, { ...intent, ...move }) });
    }
    return { kind: "held", locks };
  } catch (error) {
    await refused(locks, draft).catch(() => undefined);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** `false`: the worktree was just removed. Only a linked one can be, and it is first only in a bare repository. */
async function isWritten(draft: string, bytes: Buffer, gitDir: string): Promise<boolean> {
  try {
    await writeDurably(draft, bytes);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" && !(await exists(gitDir))) return false;
    throw error;
  }
}

/** Releases the locks taken so far; returns when. */
async function refused(locks: ReadonlyMap<string, HeldIndexLock>, draft: string): Promise<number> {
  await Promise.all([...locks.values()].map((lock) => lock.release()));
  return (await stat(draft).catch(() => undefined))?.mtimeMs ?? 0;
}

/** Replaced in one step: the lock is never absent or empty. */
async function announceMove(gitDir: string, intent: IndexIntent): Promise<number> {
  const draft = draftPath(gitDir, intent.owner);
  await writeDurably(draft, words("moving", intent));
  await rename(draft, lockPath(gitDir));
  return (await stat(lockPath(gitDir))).mtimeMs;
}

/** Two homes may be at one checkout. */
export function draftPath(gitDir: string, owner: string): string {
  return join(gitDir, `index.lock.tutti-${homeOf(owner)}`);
}

/** An owner is a home and which life of it. */
export function homeOf(owner: string): string {
  return owner.slice(0, owner.lastIndexOf("."));
}

function words(stage: IndexStage, intent: IndexIntent): Buffer {
  return Buffer.from(marks[stage] + JSON.stringify(intent));
}

/** A lock that a Tutti took and did not release; `undefined`: none, or git's own. */
export async function readLeftLock(gitDir: string): Promise<LeftLock | undefined> {
  const text = await readPlainText(lockPath(gitDir)).catch(() => "");
  const stage = (["looking", "moving"] as const).find((candidate) => text.startsWith(marks[candidate]));
  // The worktree, and its lock, may be removed between the two reads.
  const stats = stage === undefined ? undefined : await stat(lockPath(gitDir)).catch(() => undefined);
  if (stage === undefined || stats === undefined) return undefined;
  return { intent: JSON.parse(text.slice(marks[stage].length)) as IndexIntent, stage, at: stats.mtimeMs };
}

/** For the holder, or with proof that the holder is dead. */
export function lockIn(gitDir: string): IndexLock {
  return {
    replaceIndex: async (index) => {
      const draft = join(gitDir, "index.tutti");
      await writeDurably(draft, await readPlain(index));
      settle(gitDir, await lstat(draft));
      await rename(draft, join(gitDir, "index"));
    },
    // Only our own lock: a git that lost its lock would leave files and index apart.
    release: async () => {
      if ((await readLeftLock(gitDir)) !== undefined) await rm(lockPath(gitDir), { force: true });
    },
  };
}

/** Of each checkout, the last index that no git is still to enter in HEAD or in a branch. */
const settled = new Map<string, string>();

/** This process wrote the index, or saw under the lock that the git that did so is done. */
export function settle(gitDir: string, index: Stats): void {
  settled.set(gitDir, signOf(index));
}

export function isSettled(gitDir: string, index: Stats): boolean {
  return settled.get(gitDir) === signOf(index);
}

function signOf({ ino, mtimeMs }: Stats): string {
  return `${String(ino)} ${String(mtimeMs)}`;
}

export function lockPath(gitDir: string): string {
  return join(gitDir, "index.lock");
}

/** `gone`: the worktree was removed. */
async function linkTo(draft: string, gitDir: string): Promise<"held" | "busy" | "gone"> {
  try {
    await link(draft, lockPath(gitDir));
    return "held";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return "busy";
    if (code === "ENOENT" && !(await exists(gitDir))) return "gone";
    throw error;
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
