interface Cache<T> {
  get(key: string): T | undefined;
  put(key: string, value: T): void;
  once(key: string, make: () => Promise<T>): Promise<T>;
}

/** Keeps what was found out lately. */
export function makeCache<T>(most: number): Cache<T> {
  const kept = new Map<string, T>();
  const put = (key: string, value: T): void => {
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  };
  return {
    get: (key) => kept.get(key),
    put,
    once: async (key, make) => {
      const known = kept.get(key);
      if (known !== undefined) return known;
      const value = await make();
      put(key, value);
      return value;
    },
  };
}
