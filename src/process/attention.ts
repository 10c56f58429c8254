/** Whether an answer of a program is awaited: between questions no limit counts. */
export interface Attention {
  readonly set: (isAwaited: boolean) => void;
  /** Called at once if nothing is awaited, then on every change. */
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
