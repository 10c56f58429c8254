import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** A pause before the next look: a loop without a pause takes the time of the program that it waits for. */
export async function pause(): Promise<void> {
  await setTimeout(5);
}

/** Comes back when there is such a file, or when what was to make it is over: whether there is. */
export async function untilMade(path: string, over: Promise<unknown>): Promise<boolean> {
  const end = new AbortController();
  const stop = (): void => {
    end.abort();
  };
  over.then(stop, stop);
  while (!existsSync(path) && !end.signal.aborted) await pause();
  return existsSync(path);
}
