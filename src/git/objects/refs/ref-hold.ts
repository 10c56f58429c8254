import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "../../git.ts";
import type { swapRef } from "../../refs/refs.ts";

export type RefSwap = Parameters<typeof swapRef>[2];

/**
 * A ref under git's own lock: others who move it wait, as git does, or are refused. Released when swapped, let go or
 * held too long, and when this process dies: git ends with its input and removes its lock.
 */
export interface RefHold {
  /** False: git ended before it confirmed. No one gets between: git takes the next lock right after the first. */
  swap(swap: RefSwap): Promise<boolean>;
  letGo(): Promise<void>;
  /** It is not held any more, and no lock is left. */
  readonly over: Promise<void>;
}

interface Holding {
  readonly ref: string;
  /** A ref that moved since is not held. */
  readonly at: string;
  readonly why: string;
  readonly limitMs: number;
}

/** A ref is locked for a moment only. Holding is an optimisation, so a longer lock is not waited for. */
const impatient = ["-c", "core.filesRefLockTimeout=200"];

/** `undefined`: it could not be had. */
export async function holdRef(
  git: Git,
  gitDir: string,
  { ref, at, why, limitMs }: Holding,
): Promise<RefHold | undefined> {
  let said = "";
  let awaited: { readonly word: string; readonly answer: (isSaid: boolean) => void } | null = null;
  let isOver = false;
  const settle = (isSaid: boolean): void => {
    awaited?.answer(isSaid);
    awaited = null;
  };
  const heard = (chunk: Buffer): void => {
    said += chunk.toString("latin1");
    if (awaited !== null && said.includes(awaited.word)) settle(true);
  };
  const conversation = git.converse({ gitDir, args: [...impatient, "update-ref", "--stdin", "-m", why], heard });
  const ask = (text: string, word: string): Promise<boolean> => {
    said = "";
    const answered = new Promise<boolean>((answer) => (awaited = { word, answer }));
    conversation.say(text);
    return answered;
  };
  void conversation.over.then(() => {
    isOver = true;
    settle(false);
  });
  if (!(await ask(`start\noption no-deref\nverify ${ref} ${at}\nprepare\n`, "prepare: ok\n"))) return undefined;
  const lock = join(gitDir, `${ref}.lock`);
  let own = await inodeOf(lock);
  // Only a killed git leaves its lock behind, and while it is there no one else can make one.
  const over = conversation.over.then(async ({ how }) => {
    if (how.kind === "signalled" && own !== undefined && (await inodeOf(lock)) === own) await rm(lock, { force: true });
  });
  const letGo = async (): Promise<void> => {
    clearTimeout(limit);
    isOver = true;
    await conversation.end();
    await over;
  };
  const limit = setTimeout(() => void letGo(), limitMs).unref();
  return {
    over,
    letGo,
    swap: async ({ ref: same, next, expected }) => {
      clearTimeout(limit);
      if (isOver) return false;
      // From here on the lock may be another's.
      own = undefined;
      const isDone = await ask(
        `abort\nstart\noption no-deref\nupdate ${same} ${next} ${expected ?? "0".repeat(next.length)}\ncommit\n`,
        "commit: ok\n",
      );
      await letGo();
      return isDone;
    },
  };
}

async function inodeOf(path: string): Promise<number | undefined> {
  return (await lstat(path).catch(() => undefined))?.ino;
}
