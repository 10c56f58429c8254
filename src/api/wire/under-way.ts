/** How many calls of a connection are being answered, and a way to wait until there are fewer. */
export interface UnderWay {
  count(): number;
  /** Counts until it has ended, however it ends. */
  track(work: Promise<void>): void;
  /** Waits until the condition holds; looked at whenever something ended or `stir` was called. */
  until(holds: () => boolean): Promise<void>;
  stir(): void;
}

export function makeUnderWay(): UnderWay {
  let count = 0;
  let waiting: (() => void)[] = [];
  const stir = (): void => {
    const now = waiting;
    waiting = [];
    for (const wake of now) wake();
  };
  return {
    count: () => count,
    track(work) {
      count += 1;
      void work.finally(() => {
        count -= 1;
        stir();
      });
    },
    async until(holds) {
      while (!holds()) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    stir,
  };
}
