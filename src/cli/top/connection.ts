import { setTimeout as wait } from "node:timers/promises";
import type { Tutti } from "../../api/tutti.ts";
import { messageOf } from "../../base/error.ts";
import type { Board } from "./model/board.ts";
import { type Feed, openFeed } from "./feed.ts";
import type { LogTail } from "./log-tail.ts";

/** The conductor, lost and found again as often as need be. The screen keeps its content meanwhile. */
export interface Connection {
  /** `null`: none answers now. */
  tutti(): Tutti | null;
  feed(): Feed | null;
  close(): Promise<void>;
}

interface ConnectionHow {
  readonly first: Tutti;
  readonly reach: () => Promise<Tutti>;
  readonly board: Board;
  readonly tail: LogTail;
  readonly changed: () => void;
  readonly say: (message: string) => void;
}

const lookEveryMs = 1_000;

export function keepConnection({ first, reach, board, tail, changed, say }: ConnectionHow): Connection {
  let tutti: Tutti | null = null;
  let feed: Feed | null = null;
  const over = new AbortController();
  const isOver = (): boolean => over.signal.aborted;
  const follow = async (on: Tutti): Promise<void> => {
    tutti = on;
    try {
      feed = await openFeed({ tutti: on, board, tail, changed, lost: (error) => void again(on, error) });
      changed();
    } catch (error) {
      await again(on, error);
    }
  };
  const again = async (lost: Tutti, error: unknown): Promise<void> => {
    if (isOver() || lost !== tutti) return;
    tutti = null;
    say(`${messageOf(error)}; looking for the conductor …`);
    await feed?.stop();
    await lost.close().catch(() => undefined);
    let next: Tutti | null = null;
    while (next === null) {
      await wait(lookEveryMs, undefined, { signal: over.signal }).catch(() => undefined);
      // It was left meanwhile.
      if (isOver()) return;
      next = await reach().catch(() => null);
    }
    say("");
    await follow(next);
  };
  void follow(first);
  return {
    tutti: () => tutti,
    feed: () => feed,
    close: async () => {
      over.abort();
      await Promise.allSettled([feed?.stop(), tutti?.close()]);
    },
  };
}
