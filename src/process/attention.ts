/**
 * Whether somebody waits for a program: one that is talked to rests between two questions, and no limit counts then.
 */
export interface Attention {
  readonly set: (isAwaited: boolean) => void;
  /** Told at once where nobody waits, then of every change. */
  follow(listener: (isAwaited: boolean) => void): void;
}

export function makeAttention(): Attention {
  const listeners: ((isAwaited: boolean) => void)[] = [];
  let current = true;
  return {
    set: (isAwaited) => {
      if (isAwaited === current) return;
      current = isAwaited;
      for (const listener of listeners) listener(isAwaited);
    },
    follow: (listener) => {
      listeners.push(listener);
      if (!current) listener(false);
    },
  };
}
