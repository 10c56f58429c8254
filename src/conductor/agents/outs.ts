/** The runs that are out, by account. */
export interface Outs {
  count(key: string): number;
  /** One goes out; to be called when it is back. */
  send(keys: readonly string[]): () => void;
  /**
   * Those that are out by now don't count any more: one that runs for hours says nothing about what it was shut for
   * after it began.
   */
  forget(key: string): void;
}

export function makeOuts(): Outs {
  const out = new Map<string, Set<object>>();
  const at = (key: string): Set<object> => {
    const found = out.get(key) ?? new Set();
    out.set(key, found);
    return found;
  };
  return {
    count: (key) => out.get(key)?.size ?? 0,
    send: (keys) => {
      const one = {};
      for (const key of keys) at(key).add(one);
      return () => {
        for (const key of keys) at(key).delete(one);
      };
    },
    forget: (key) => {
      out.get(key)?.clear();
    },
  };
}
