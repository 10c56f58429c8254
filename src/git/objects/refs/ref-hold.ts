import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "../../git.ts";
import type { swapRef } from "../../refs/refs.ts";

export type RefSwap = Parameters<typeof swapRef>[2];

/**
 * A ref that stays where it is: git's own lock is on it, so whoever else wants to move it waits, as git does by itself,
 * or is refused. Given back when it is swapped, let go, or held for too long; also when this process dies, for git ends
 * with its input and takes its lock along.
 */
export interface RefHold {
  /**
   * False: git ended before it had said that it was done. Nobody can be sooner: between the lock and the next one git
   * does nothing else.
   */
  swap(swap: RefSwap): Promise<boolean>;
  letGo(): Promise<void>;
  /** It is not held any more, and no lock is left. */
  readonly over: Promise<void>;
}

interface Holding {
  readonly ref: string;
  /** What it stands at: one that stands elsewhere by now is not held. */
  readonly at: string;
  readonly why: string;
  readonly limitMs: number;
}

/** One who moves a ref has it for a moment. Whoever has it for longer is not waited for: it is no more than a help. */
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
  // Only one that was killed leaves its lock behind, and while it lies there nobody else can make one.
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
      // From here on it may be somebody else's.
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
