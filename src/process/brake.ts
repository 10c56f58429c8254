/** Halts agents while the machine has no room. */
export interface Brake {
  isOn(): boolean;
  set(on: boolean): void;
  /** Called on every change, not with the first state. Returns the end of it. */
  subscribe(listener: (on: boolean) => void): () => void;
}

export function makeBrake(): Brake {
  const listeners = new Set<(on: boolean) => void>();
  let isOn = false;
  return {
    isOn: () => isOn,
    set(on) {
      if (on === isOn) return;
      isOn = on;
      for (const listener of [...listeners]) listener(on);
    },
    subscribe(listener) {
      // Wrapped, so that one function subscribed twice is called twice.
      const own = (on: boolean): void => listener(on);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** Resolves when the brake is off or the wait is cancelled. */
export function untilReleased(brake: Brake, cancel: AbortSignal | undefined): Promise<void> {
  if (!brake.isOn() || cancel?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      unsubscribe();
      cancel?.removeEventListener("abort", finish);
      resolve();
    };
    const unsubscribe = brake.subscribe(finish);
    cancel?.addEventListener("abort", finish);
  });
}
