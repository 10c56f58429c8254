import type { ProcessClock } from "./deadline.ts";

/** Shortages that pass by themselves when another program ends. */
const passing = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"]);
const pausesMs = [20, 100, 500];

/** Tries again after a shortage, a few times; then, and for any other error, throws what the system said. */
export async function withPatience<T>(clock: ProcessClock, attempt: () => T | Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await attempt();
    } catch (error) {
      if (!passing.has(systemCode(error) ?? "")) throw error;
      await pause(clock, pauseMs);
    }
  }
  return attempt();
}

export function pause(clock: ProcessClock, delayMs: number): Promise<void> {
  return new Promise((resolve) => void clock.after(delayMs, resolve));
}

/** `ENOENT` and its like; `undefined` for an error that is not the system's. */
export function systemCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
