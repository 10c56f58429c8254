import { messageOf } from "../base/error.ts";
import { onNobodysBehalf } from "../base/home/on-behalf.ts";

/** Work that no job waits for. */
export interface Background {
  readonly begin: (work: () => Promise<void>) => void;
  /** Resolves when none of it is running. */
  done(): Promise<void>;
}

export function makeBackground(notice: (text: string) => void): Background {
  const running = new Set<Promise<void>>();
  return {
    begin: (work) => {
      const mine: Promise<void> = onNobodysBehalf(work)
        .catch((error: unknown) => {
          notice(`work in the background failed: ${messageOf(error)}`);
        })
        .finally(() => running.delete(mine));
      running.add(mine);
    },
    done: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
