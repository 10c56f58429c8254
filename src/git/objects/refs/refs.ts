import type { Conversation } from "../../../process/run/converse.ts";
import type { Git } from "../../git.ts";
import { readRef, swapRef } from "../../refs/refs.ts";
import { notedOnDisk } from "../../storage/redo.ts";
import { type RefHold, type RefSwap, holdRef } from "./ref-hold.ts";

/** Moves refs of one repository from expected values to new ones, with a git that stays for a while. */
export interface Refs {
  /** False: it stood elsewhere. */
  readonly swap: (swap: RefSwap) => Promise<boolean>;
  /** Locks a ref until it is swapped here, let go, or times out. False: it was not free. */
  readonly hold: (hold: { readonly ref: string; readonly why: string; readonly limitMs: number }) => Promise<boolean>;
  /** Does nothing where it is not held. */
  readonly letGo: (ref: string) => Promise<void>;
  close(): Promise<void>;
}

interface RefsOf {
  readonly gitDir: string;
  readonly idleMs?: number;
  /** Reads a ref without starting a process. */
  readonly read?: (ref: string) => Promise<string | undefined>;
}

const usualIdleMs = 3000;
/** It may move between the look and the lock. */
const holdTries = 10;

export function openRefs(git: Git, place: RefsOf): Refs {
  const idleMs = place.idleMs ?? usualIdleMs;
  const read = place.read ?? ((ref: string) => readRef(git, place.gitDir, ref));
  const held = new Map<string, RefHold>();
  // git gets the text for the log of a ref when it starts.
  const movers = new Map<string, Mover>();
  let last: Promise<unknown> = Promise.resolve();
  const moverFor = (why: string): Mover => {
    const known = movers.get(why);
    if (known !== undefined) return known;
    const mover = startMover(git, place.gitDir, {
      why,
      idleMs,
      onOver: () => movers.get(why) === mover && movers.delete(why),
    });
    movers.set(why, mover);
    return mover;
  };
  const swap = async (asked: RefSwap): Promise<boolean> => {
    await notedOnDisk(place.gitDir);
    if (!isPlain(asked.ref)) return swapRef(git, place.gitDir, asked);
    const hold = held.get(asked.ref);
    // Where the ref moved meanwhile, git would end.
    if (hold === undefined && place.read !== undefined && (await read(asked.ref)) !== (asked.expected ?? undefined))
      return false;
    const isDone = await (hold ?? moverFor(asked.why)).swap(asked);
    return isDone || swapAnew(asked);
  };
  /** git ended. Where the ref is now tells whether it moved. */
  const swapAnew = async (asked: RefSwap): Promise<boolean> => {
    const now = await read(asked.ref);
    if (now === asked.next) return true;
    return now === (asked.expected ?? undefined) && swapRef(git, place.gitDir, asked);
  };
  const hold: Refs["hold"] = async ({ ref, ...how }) => {
    for (let count = 0; isPlain(ref) && count < holdTries; count += 1) {
      const at = await read(ref);
      if (at === undefined) return false;
      const got = await holdRef(git, place.gitDir, { ref, at, ...how });
      if (got === undefined) continue;
      held.set(ref, got);
      void got.over.then(() => held.get(ref) === got && held.delete(ref));
      return true;
    }
    return false;
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    swap: (asked) => inTurn(() => swap(asked)),
    hold: (asked) => inTurn(() => hold(asked)),
    letGo: (ref) => inTurn(async () => held.get(ref)?.letGo()),
    close: async () => {
      await last;
      await Promise.all([...held.values()].map((one) => one.letGo()));
      await Promise.all([...movers.values()].map((mover) => mover.close()));
    },
  };
}

/** Nothing that would have to be quoted. */
function isPlain(ref: string): boolean {
  return /^refs\/[\x21-\x7e]+$/.test(ref);
}

interface Mover {
  /** False: git ended before it had said that it was done. */
  swap(swap: RefSwap): Promise<boolean>;
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
    swap: async ({ ref, next, expected }) => {
      clearTimeout(idle);
      said = "";
      const done = new Promise<boolean>((resolve) => (answer = resolve));
      conversation.awaits(true);
      conversation.say(
        `start\noption no-deref\nupdate ${ref} ${next} ${expected ?? "0".repeat(next.length)}\ncommit\n`,
      );
      const isDone = await done;
      conversation.awaits(false);
      if (isDone) idle = setTimeout(() => (how.onOver(), void close()), how.idleMs).unref();
      return isDone;
    },
    close,
  };
}
