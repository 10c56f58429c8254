import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Tutti } from "../api/tutti.ts";
import { codeOf, messageOf } from "../base/error.ts";
import type { JobId } from "../base/ids.ts";
import { find, lookHere, type Reached, reachTutti } from "./reach.ts";
import { stopSignal } from "./terminal/input.ts";
import type { Terminal } from "./terminal/terminal.ts";

/**
 * Asks without changing anything: a conductor where one runs, else the home itself. A conductor whose disk is full can't
 * answer, but its records can still be read.
 */
export async function ask<T>(terminal: Terminal, question: (tutti: Tutti) => Promise<T>): Promise<T> {
  try {
    return await withTutti(await reachTutti(terminal, { start: false, tells: "calls" }), question);
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
    const { tutti } = await find(terminal, {
      start: false,
      changes: true,
      notice,
      signal: stop.signal,
      tells: "calls",
    });
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

/** Options that most commands about jobs take. */
export interface JobOptions {
  readonly job?: string | undefined;
  readonly json?: true;
}

/** Which job a question is about, as methods take it: no job is the newest of the repository around. */
export function aboutJob(job: string | undefined): { readonly job?: JobId; readonly folder: string } {
  return { folder: process.cwd(), ...(job === undefined ? {} : { job: job as JobId }) };
}

export interface Asking extends Pick<Tutti, "call" | "follow"> {
  /** Whether a conductor or a `--local` answers: only these send events. */
  isLive(): boolean;
}

/** Asks on and on: when a conductor is lost in between, the next one, or the home itself, knows the same. */
export async function askOn<T>(terminal: Terminal, question: (tutti: Asking) => Promise<T>): Promise<T> {
  let { tutti, kind } = await find(terminal, { start: false });
  try {
    return await question({
      call: async (method, params) => {
        for (let losses = 0; ; losses += 1) {
          try {
            return await tutti.call(method, params);
          } catch (error) {
            if (codeOf(error) !== "conductor.lost" || losses >= mostLosses) throw error;
            await tutti.close();
            ({ tutti, kind } = await reachNext(terminal));
          }
        }
      },
      follow: (what, listener) => tutti.follow(what, listener),
      isLive: () => kind === "conductor",
    });
  } finally {
    await tutti.close();
  }
}

const mostLosses = 10;
const triesMs = 100;
const mostTries = 50;

/** The next conductor may be on its way: until it is there, the home would only tell that the job was interrupted. */
async function reachNext(terminal: Terminal): Promise<Reached> {
  for (let tries = 1; ; tries += 1) {
    const reached = await find(terminal, { start: false });
    if (reached.kind === "conductor" || tries === mostTries) return reached;
    await reached.tutti.close();
    await wait(triesMs);
  }
}

/** Changes something without playing: through the conductor or, where none runs, alone in the home. */
export async function act<T>(terminal: Terminal, work: (tutti: Tutti) => Promise<T>): Promise<T> {
  return withTutti(await reachTutti(terminal, { start: false, changes: true, tells: "calls" }), work);
}

export function sayNoJobs(terminal: Terminal, json: boolean): void {
  terminal.out(json ? "null" : "No jobs yet. Start one with: tutti run score.yaml");
}

/** Names one call: repeated with the same key, it has no second effect. */
export function newKey(): string {
  return randomUUID();
}
