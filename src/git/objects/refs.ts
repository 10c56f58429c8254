import type { Conversation } from "../../process/converse.ts";
import type { Git } from "../git.ts";
import { readRef, swapRef } from "../refs.ts";

export type RefSwap = Parameters<typeof swapRef>[2];

/** Moves refs of one repository, each from an expected value to a new one, with a git that stays for a while. */
export interface Refs {
  /** False: it stood elsewhere. */
  swap(swap: RefSwap): Promise<boolean>;
  close(): Promise<void>;
}

const usualIdleMs = 3000;

export function openRefs(git: Git, place: { readonly gitDir: string; readonly idleMs?: number }): Refs {
  const idleMs = place.idleMs ?? usualIdleMs;
  // What the log of a ref says is told to git when it starts.
  const movers = new Map<string, Mover>();
  let last: Promise<unknown> = Promise.resolve();
  const moverFor = (why: string): Mover => {
    const known = movers.get(why);
    if (known !== undefined) return known;
    const mover = startMover(git, place.gitDir, { why, idleMs, onOver: () => movers.get(why) === mover && movers.delete(why) });
    movers.set(why, mover);
    return mover;
  };
  const swap = async (asked: RefSwap): Promise<boolean> => {
    if (!isPlain(asked.ref)) return swapRef(git, place.gitDir, asked);
    const isDone = await moverFor(asked.why).move(asked);
    // It says no more than that it ended. Whether the ref stood elsewhere, or stands where it should by now, is looked at anew.
    return isDone || swapAnew(git, place.gitDir, asked);
  };
  return {
    swap: (asked) => {
      const mine = last.then(() => swap(asked));
      last = mine.catch(() => undefined);
      return mine;
    },
    close: async () => {
      await last;
      await Promise.all([...movers.values()].map((mover) => mover.close()));
    },
  };
}

/** Nothing that would have to be quoted. */
function isPlain(ref: string): boolean {
  return /^refs\/[\x21-\x7e]+$/.test(ref);
}

async function swapAnew(git: Git, gitDir: string, swap: RefSwap): Promise<boolean> {
  return (await readRef(git, gitDir, swap.ref)) === swap.next || swapRef(git, gitDir, swap);
}

interface Mover {
  /** False: git ended before it had said that it was done. */
  move(swap: RefSwap): Promise<boolean>;
  close(): Promise<void>;
}

function startMover(git: Git, gitDir: string, how: { why: string; idleMs: number; onOver: () => unknown }): Mover {
  let said = "";
  let answer: ((isDone: boolean) => void) | null = null;
  let idle: NodeJS.Timeout | undefined;
  const settle = (isDone: boolean): void => {
    answer?.(isDone);
    answer = null;
  };
  const heard = (chunk: Buffer): void => {
    said += chunk.toString("latin1");
    if (said.includes("commit: ok\n")) settle(true);
  };
  const conversation: Conversation = git.converse({ gitDir, args: ["update-ref", "--stdin", "-m", how.why], heard });
  void conversation.over.then(() => {
    clearTimeout(idle);
    how.onOver();
    settle(false);
  });
  const close = async (): Promise<void> => {
    clearTimeout(idle);
    await conversation.end();
  };
  return {
    move: async ({ ref, next, expected }) => {
      clearTimeout(idle);
      said = "";
      const done = new Promise<boolean>((resolve) => (answer = resolve));
      conversation.awaits(true);
      conversation.say(`start\noption no-deref\nupdate ${ref} ${next} ${expected ?? "0".repeat(next.length)}\ncommit\n`);
      const isDone = await done;
      conversation.awaits(false);
      if (isDone) idle = setTimeout(() => (how.onOver(), void close()), how.idleMs).unref();
      return isDone;
    },
    close,
  };
}
