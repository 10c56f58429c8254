/**
 * What was found out and stays true for a while: asked again, or at the same time, it is given instead of found out
 * again.
 */
export interface Memory {
  recall<T>(key: string, ask: () => Promise<T>): Promise<T>;
}

/** Keeps the answers that were asked for last. One that could not be had is asked for again. */
export function makeMemory(most: number): Memory {
  const answers = new Map<string, Promise<unknown>>();
  return {
    recall: async <T>(key: string, ask: () => Promise<T>): Promise<T> => {
      const known = answers.get(key) as Promise<T> | undefined;
      const answer = known ?? ask();
      answers.delete(key);
      answers.set(key, answer);
      const [oldest] = answers.keys();
      if (answers.size > most && oldest !== undefined) answers.delete(oldest);
      try {
        return await answer;
      } catch (error) {
        if (answers.get(key) === answer) answers.delete(key);
        throw error;
      }
    },
  };
}
