/** The last used values, up to so many bytes. */
export interface Kept<T> {
  get(id: string): T | undefined;
  set(id: string, value: T, bytes: number): void;
  clear(): void;
}

export function makeKept<T>(mostBytes: number): Kept<T> {
  // A map keeps the order in which its keys were set: the first is the one that nobody used for longest.
  const kept = new Map<string, { readonly value: T; readonly bytes: number }>();
  let total = 0;
  return {
    get: (id) => {
      const found = kept.get(id);
      if (found === undefined) return undefined;
      kept.delete(id);
      kept.set(id, found);
      return found.value;
    },
    set: (id, value, bytes) => {
      if (bytes > mostBytes) return;
      total += bytes - (kept.get(id)?.bytes ?? 0);
      kept.delete(id);
      kept.set(id, { value, bytes });
      for (const [oldest, { bytes: freed }] of kept) {
        if (total <= mostBytes) return;
        kept.delete(oldest);
        total -= freed;
      }
    },
    clear: () => {
      kept.clear();
      total = 0;
    },
  };
}
