import type { JournalRow } from "./row.ts";

/** Hears what was written, once it is on disk, in the order of the journal. */
export type Hear = (rows: readonly JournalRow[]) => void;

export interface Followers {
  /** Gives what ends it. */
  follow(hear: Hear): () => void;
  tell(rows: readonly JournalRow[]): void;
}

export function makeFollowers(): Followers {
  const followers = new Set<{ readonly hear: Hear }>();
  return {
    follow: (hear) => {
      // One of its own for every call: the same function may follow twice.
      const follower = { hear };
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    tell: (rows) => {
      if (rows.length > 0) for (const { hear } of followers) tellOne(hear, rows);
    },
  };
}

function tellOne(hear: Hear, rows: readonly JournalRow[]): void {
  try {
    hear(rows);
  } catch {
    // What is recorded is recorded: a fault in somebody who only listens must not look like one of the disk.
  }
}
