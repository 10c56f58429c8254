import { setTimeout as wait } from "node:timers/promises";
import type { Tutti } from "../../../api/tutti.ts";
import { codeOf } from "../../../base/error.ts";
import type { JobId } from "../../../base/ids.ts";
import { asking, withTutti } from "../../look.ts";
import { find, reachTutti } from "../../reach.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** What most commands about jobs are given. */
export interface JobOptions {
  readonly job?: string | undefined;
  readonly json?: true;
}

/** Which job a question is about, as methods take it: no job is the newest of the repository around. */
export function aboutJob(job: string | undefined): { readonly job?: JobId; readonly folder: string } {
  return { folder: process.cwd(), ...(job === undefined ? {} : { job: job as JobId }) };
}

/** Asks a question that changes nothing. */
export async function ask<T>(terminal: Terminal, question: (tutti: Tutti) => Promise<T>): Promise<T> {
  return asking(terminal, question);
}

/** Asks on and on: when a conductor is lost in between, the next one, or the home itself, knows the same. */
export async function askOn<T>(terminal: Terminal, question: (tutti: Pick<Tutti, "call">) => Promise<T>): Promise<T> {
  let tutti = await reachTutti(terminal, { start: false });
  try {
    return await question({
      call: async (method, params) => {
        for (let losses = 0; ; losses += 1) {
          try {
            return await tutti.call(method, params);
          } catch (error) {
            if (codeOf(error) !== "conductor.lost" || losses >= mostLosses) throw error;
            await tutti.close();
            tutti = await reachNext(terminal);
          }
        }
      },
    });
  } finally {
    await tutti.close();
  }
}

const mostLosses = 10;
const triesMs = 100;
const mostTries = 50;

/** The next conductor may be on its way: until it is there, the home would only tell that the job was interrupted. */
async function reachNext(terminal: Terminal): Promise<Tutti> {
  for (let tries = 1; ; tries += 1) {
    const reached = await find(terminal, { start: false });
    if (reached.kind === "conductor" || tries === mostTries) return reached.tutti;
    await reached.tutti.close();
    await wait(triesMs);
  }
}

/** Changes something without playing: through the conductor or, where none runs, alone in the home. */
export async function act<T>(terminal: Terminal, work: (tutti: Tutti) => Promise<T>): Promise<T> {
  return withTutti(await reachTutti(terminal, { start: false, changes: true }), work);
}

export function sayNoJobs(terminal: Terminal, json: boolean): void {
  terminal.out(json ? "null" : "No jobs yet. Start one with: tutti run score.yaml");
}
