import type { JournalRow } from "./row.ts";

/** Called once rows are on disk, in order. */
export type Hear = (rows: readonly JournalRow[]) => void;

export interface Followers {
  /** Returns the end of it. */
  follow(hear: Hear): () => void;
  tell(rows: readonly JournalRow[]): void;
}

export function makeFollowers(): Followers {
  const followers = new Set<{ readonly hear: Hear }>();
  return {
    follow: (hear) => {
      // The same function may follow twice.
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
    // A listener's error must not look like one of the disk.
  }
}
