import type { Stats } from "node:fs";
import { link, lstat, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { readPlain, readPlainText } from "../../../base/files/read-plain.ts";
import { exists } from "../../../base/files/exists.ts";
import type { CommitSha } from "../../../base/ids.ts";

/** What Tutti writes into the `index.lock` it takes: who holds it, and what has to be finished if the holder dies. */
export interface IndexIntent {
  readonly owner: string;
  readonly ref: string;
  /** Top of the checkout; empty as long as nothing is moved there. */
  readonly path: string;
  readonly from: CommitSha;
  readonly to: CommitSha;
}

/**
 * How far the holder came. `looking`: nothing of the user's was touched, and changes of theirs may lie where the
 * landing goes. `moving`: every path of the landing was found clean, and files may stand on either side.
 */
type IndexStage = "looking" | "moving";

/** What a dead holder left: its intent, how far it came, and when it last said so. */
export interface LeftLock {
  readonly intent: IndexIntent;
  readonly stage: IndexStage;
  readonly at: number;
}

export interface HeldIndexLock extends IndexLock {
  /**
   * Says, durably, that the files of the checkout with this top are moved from now on, and from where to where.
   * Resolves to when that was.
   */
  announceMove(move: Pick<IndexIntent, "path" | "from" | "to">): Promise<number>;
}

interface IndexLock {
  /** Makes a finished private index the checkout's own. */
  replaceIndex(index: string): Promise<void>;
  release(): Promise<void>;
}

const marks: Readonly<Record<IndexStage, string>> = { looking: "tutti looks ", moving: "tutti moves " };

/** `busy`: another holds the lock of this one; `at`: when that was seen, by the clock of the file system. */
type Tried =
  | { readonly kind: "held"; readonly locks: ReadonlyMap<string, HeldIndexLock> }
  | { readonly kind: "busy"; readonly gitDir: string; readonly at: number };

/**
 * Takes the locks that git itself takes, all of them or none. The file is written first and then linked into place, so
 * that a lock of ours is never seen without the words that prove it ours.
 */
export async function tryIndexLocks(gitDirs: readonly string[], intent: IndexIntent): Promise<Tried> {
  const [first] = gitDirs;
  const locks = new Map<string, HeldIndexLock>();
  if (first === undefined) return { kind: "held", locks };
  const draft = draftPath(first, intent.owner);
  // A draft left behind may be linked to a lock that is held: written into, it would change that one's words.
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

/**
 * `false`: the worktree was removed just now. Only a linked one can be, and is first only where the repository is bare.
 */
async function isWritten(draft: string, bytes: Buffer, gitDir: string): Promise<boolean> {
  try {
    await writeDurably(draft, bytes);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" && !(await exists(gitDir))) return false;
    throw error;
  }
}

/** Gives back what was taken so far; tells when that was. */
async function refused(locks: ReadonlyMap<string, HeldIndexLock>, draft: string): Promise<number> {
  await Promise.all([...locks.values()].map((lock) => lock.release()));
  return (await stat(draft).catch(() => undefined))?.mtimeMs ?? 0;
}

/** The lock is replaced by one with other words, in one step: it is never absent, and never without words. */
async function announceMove(gitDir: string, intent: IndexIntent): Promise<number> {
  const draft = draftPath(gitDir, intent.owner);
  await writeDurably(draft, words("moving", intent));
  await rename(draft, lockPath(gitDir));
  return (await stat(lockPath(gitDir))).mtimeMs;
}

/** Each home has its own: two of them may be at one checkout in the same moment. */
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

/** What a lock says that a Tutti took and did not give back; `undefined` when there is none, or it is git's own. */
export async function readLeftLock(gitDir: string): Promise<LeftLock | undefined> {
  const text = await readPlainText(lockPath(gitDir)).catch(() => "");
  const stage = (["looking", "moving"] as const).find((candidate) => text.startsWith(marks[candidate]));
  // A person may remove the worktree, and the lock with it, between the two reads.
  const stats = stage === undefined ? undefined : await stat(lockPath(gitDir)).catch(() => undefined);
  if (stage === undefined || stats === undefined) return undefined;
  return { intent: JSON.parse(text.slice(marks[stage].length)) as IndexIntent, stage, at: stats.mtimeMs };
}

/** The lock in a checkout, for whoever took it or has proven that its holder is dead. */
export function lockIn(gitDir: string): IndexLock {
  return {
    replaceIndex: async (index) => {
      const draft = join(gitDir, "index.tutti");
      await writeDurably(draft, await readPlain(index));
      written.set(gitDir, signOf(await lstat(draft)));
      await rename(draft, join(gitDir, "index"));
    },
    // Only a lock with words of ours: a git that lost its own in the middle of its work would leave files and index
    // apart.
    release: async () => {
      if ((await readLeftLock(gitDir)) !== undefined) await rm(lockPath(gitDir), { force: true });
    },
  };
}

/** Of each checkout, the index that this process wrote last. */
const written = new Map<string, string>();

/** Whether the index of a checkout is the one that this process put there. */
export function wroteIndex(gitDir: string, index: Stats): boolean {
  return written.get(gitDir) === signOf(index);
}

function signOf({ ino, mtimeMs }: Stats): string {
  return `${String(ino)} ${String(mtimeMs)}`;
}

export function lockPath(gitDir: string): string {
  return join(gitDir, "index.lock");
}

/** `gone`: the worktree was removed meanwhile, and nobody is at work there. */
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
