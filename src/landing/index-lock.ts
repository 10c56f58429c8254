import { link, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { CommitSha } from "../base/ids.ts";
import type { World } from "../base/world.ts";

/** What Tutti writes into the `index.lock` it takes: who holds it, and what has to be finished if the holder dies. */
export interface IndexIntent {
  readonly owner: string;
  readonly ref: string;
  /** Top of the checkout. */
  readonly path: string;
  readonly from: CommitSha;
  readonly to: CommitSha;
}

export interface IndexLock {
  /** Makes a finished private index the checkout's own. */
  replaceIndex(index: string): Promise<void>;
  release(): Promise<void>;
}

const mark = "tutti holds this lock ";
const tries = 100;
const pauseMs = 100;

/**
 * Takes the lock that git itself takes; `undefined` when somebody else holds it for long. The file is written first and
 * then linked into place, so that a lock of ours is never seen without the words that prove it ours.
 */
export async function takeIndexLock(gitDir: string, world: World, intent: IndexIntent): Promise<IndexLock | undefined> {
  const draft = join(gitDir, "index.lock.tutti");
  // A draft left behind may be linked to a lock that is held: written into, it would change that one's words.
  await rm(draft, { force: true });
  await writeDurably(draft, Buffer.from(mark + JSON.stringify(intent)));
  try {
    for (let count = 0; count < tries; count += 1) {
      if (await linked(draft, lockPath(gitDir))) return lockIn(gitDir);
      await new Promise<void>((resolve) => world.after(pauseMs, resolve));
    }
    return undefined;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The words in a lock that a Tutti took and did not give back; `undefined` when there is none, or it is git's own. */
export async function readLeftLock(gitDir: string): Promise<IndexIntent | undefined> {
  const text = await readFile(lockPath(gitDir), "utf8").catch(() => "");
  return text.startsWith(mark) ? (JSON.parse(text.slice(mark.length)) as IndexIntent) : undefined;
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
