import { link, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { CommitSha } from "../../base/ids.ts";
import type { World } from "../../base/world.ts";

/** What Tutti writes into the `index.lock` it takes: who holds it, and what has to be finished if the holder dies. */
export interface IndexIntent {
  readonly owner: string;
  readonly ref: string;
  /** Top of the checkout. */
  readonly path: string;
  readonly from: CommitSha;
  readonly to: CommitSha;
}

/**
 * How far the holder came. `looking`: nothing of the user's was touched, and changes of theirs may lie where the landing
 * goes. `moving`: every path of the landing was found clean, and files may stand on either side.
 */
export type IndexStage = "looking" | "moving";

/** What a dead holder left: its intent, how far it came, and when it last said so. */
export interface LeftLock {
  readonly intent: IndexIntent;
  readonly stage: IndexStage;
  readonly at: number;
}

export interface HeldIndexLock extends IndexLock {
  /** Says, durably, that files are moved from now on. Resolves to when that was. */
  announceMove(): Promise<number>;
}

export interface IndexLock {
  /** Makes a finished private index the checkout's own. */
  replaceIndex(index: string): Promise<void>;
  release(): Promise<void>;
}

const marks: Readonly<Record<IndexStage, string>> = { looking: "tutti looks ", moving: "tutti moves " };
const tries = 100;
const pauseMs = 100;

/**
 * Takes the lock that git itself takes; `undefined` when somebody else holds it for long. The file is written first and
 * then linked into place, so that a lock of ours is never seen without the words that prove it ours.
 */
export async function takeIndexLock(gitDir: string, world: World, intent: IndexIntent): Promise<HeldIndexLock | undefined> {
  const draft = draftPath(gitDir, intent.owner);
  // A draft left behind may be linked to a lock that is held: written into, it would change that one's words.
  await rm(draft, { force: true });
  await writeDurably(draft, words("looking", intent));
  try {
    for (let count = 0; count < tries; count += 1) {
      if (await linked(draft, lockPath(gitDir))) return { ...lockIn(gitDir), announceMove: () => announceMove(gitDir, intent) };
      await new Promise<void>((resolve) => world.after(pauseMs, resolve));
    }
    return undefined;
  } finally {
    await rm(draft, { force: true });
  }
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
  const text = await readFile(lockPath(gitDir), "utf8").catch(() => "");
  const stage = (["looking", "moving"] as const).find((candidate) => text.startsWith(marks[candidate]));
  if (stage === undefined) return undefined;
  return { intent: JSON.parse(text.slice(marks[stage].length)) as IndexIntent, stage, at: (await stat(lockPath(gitDir))).mtimeMs };
}

/** The lock in a checkout, for whoever took it or has proven that its holder is dead. */
export function lockIn(gitDir: string): IndexLock {
  return {
    replaceIndex: async (index) => {
      const draft = join(gitDir, "index.tutti");
      await writeDurably(draft, await readFile(index));
      await rename(draft, join(gitDir, "index"));
    },
    release: () => rm(lockPath(gitDir), { force: true }),
  };
}

function lockPath(gitDir: string): string {
  return join(gitDir, "index.lock");
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
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
