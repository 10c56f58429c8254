/** The attempts that run in this process, of all jobs. */
export interface Running {
  /** One begins; `end` ends it, captured and at no cost. To be called when it is over. */
  enter(end: () => void): () => void;
  /** Ends the one that began last; `false`: none runs that was not ended already. */
  endNewest(): boolean;
}

export function makeRunning(): Running {
  const ends = new Set<() => void>();
  return {
    enter: (end) => {
      // Wrapped, so that one function entered twice counts twice.
      const own = (): void => {
        end();
      };
      ends.add(own);
      return () => void ends.delete(own);
    },
    endNewest: () => {
      const newest = [...ends].at(-1);
      if (newest === undefined) return false;
      ends.delete(newest);
      newest();
      return true;
    },
  };
}
