import type { Tutti } from "../api/tutti.ts";
import { codeOf, messageOf } from "../base/error.ts";
import { find, lookHere, reachTutti } from "./reach.ts";
import { stopSignal } from "./terminal/stop-signal.ts";
import type { Terminal } from "./terminal/terminal.ts";

/**
 * Asks without changing anything: a conductor where one runs, else the home itself. A conductor whose disk is full can't
 * answer, but its records can still be read.
 */
export async function asking<T>(terminal: Terminal, question: (tutti: Tutti) => Promise<T>): Promise<T> {
  try {
    return await withTutti(await reachTutti(terminal, { start: false }), question);
  } catch (error) {
    if (codeOf(error) !== "store.write_failed") throw error;
    terminal.err(`note: ${messageOf(error)}`);
    return withTutti(await lookHere(terminal), question);
  }
}

/** Changes contexts, through the conductor or, where none runs, alone in the home. */
export async function keepContexts<T>(terminal: Terminal, work: (tutti: Tutti) => Promise<T>): Promise<T> {
  let isWaiting = true;
  const stop = stopSignal(() => {
    terminal.err(
      isWaiting
        ? "stopping: nothing was done"
        : "what is under way is done first (Ctrl-C again leaves at once; nothing is lost either way)",
    );
  });
  try {
    const notice = (text: string): void => {
      terminal.err(text);
    };
    const { tutti } = await find(terminal, { start: false, changes: true, notice, signal: stop.signal });
    isWaiting = false;
    return await withTutti(tutti, work);
  } finally {
    stop.release();
  }
}

export async function withTutti<T>(tutti: Tutti, work: (tutti: Tutti) => Promise<T>): Promise<T> {
  try {
    return await work(tutti);
  } finally {
    await tutti.close();
  }
}
