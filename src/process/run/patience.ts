import type { ProcessClock } from "../machine/awake.ts";

/** Shortages that pass when another program exits. */
const passing = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"]);
/** Half a minute in all: agents exit rarely, but gits all the time. */
const pausesMs = [20, 100, 500, 1_000, 2_000, 4_000, 8_000, 15_000];

/** Retries after a shortage, for a while or until cancelled; throws any other error. */
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

/** The machine had no room; nothing is wrong with the program. */
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

/** `undefined`: not an error of the system. */
export function systemCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
