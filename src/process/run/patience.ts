import type { ProcessClock } from "../machine/awake.ts";

/** Shortages that pass by themselves when another program ends. */
const passing = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"]);
/** Half a minute in all: agents end rarely, but the many gits between them do so all the time. */
const pausesMs = [20, 100, 500, 1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Tries again after a shortage, for a while or until it is called off; then, and for any other error, throws what the
 * system said.
 */
export async function withPatience<T>(
  clock: ProcessClock,
  attempt: () => T | Promise<T>,
  cancel?: AbortSignal,
): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await attempt();
    } catch (error) {
      if (!isShortage(error) || cancel?.aborted === true) throw error;
      await pause(clock, pauseMs, cancel);
    }
  }
  return attempt();
}

/** Whether it was the machine that had no room, and not the program that can't be run. */
export function isShortage(error: unknown): boolean {
  return passing.has(systemCode(error) ?? "");
}

function pause(clock: ProcessClock, delayMs: number, cancel: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      callOff();
      cancel?.removeEventListener("abort", end);
      resolve();
    };
    const callOff = clock.after(delayMs, end);
    cancel?.addEventListener("abort", end);
  });
}

/** `ENOENT` and its like; `undefined` for an error that is not the system's. */
export function systemCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
