/** Answers that stay true for a while. */
export interface Memory {
  recall<T>(key: string, ask: () => Promise<T>): Promise<T>;
}

/** Keeps the answers used last. A failed one is asked for again. */
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
