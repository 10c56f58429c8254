import type { EpochMs } from "../ids.ts";

/**
 * The engine's view of the outside besides its hands. The composition root gives the real one; a simulation gives one
 * whose time, chance and names come from a seed.
 */
export interface World {
  /** Wall clock, for people and for the journal. */
  now(): EpochMs;
  /** Monotonic milliseconds, for durations. */
  ticks(): number;
  /** In [0, 1). */
  random(): number;
  /** Calls back once after the delay; the returned function calls it off. */
  after(delayMs: number, call: () => void): () => void;
}

/**
 * The result of work; `undefined` when it is not done within the limit. Then it goes on, and its outcome is dropped.
 */
export async function within<T>(
  limitMs: number,
  work: Promise<T>,
  world: Pick<World, "after">,
): Promise<T | undefined> {
  let callOff: () => void = () => undefined;
  const late = new Promise<undefined>((resolve) => {
    callOff = world.after(limitMs, () => {
      resolve(undefined);
    });
  });
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => {
    callOff();
  });
}
