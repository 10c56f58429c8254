import type { Tutti } from "../../api/contract.ts";
import type { JobId } from "../../base/ids.ts";
import { asking, withTutti } from "../look.ts";
import { reachTutti } from "../reach.ts";
import type { Terminal } from "../terminal.ts";

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

/** Changes something without playing: through the conductor or, where none runs, alone in the home. */
export async function act<T>(terminal: Terminal, work: (tutti: Tutti) => Promise<T>): Promise<T> {
  return withTutti(await reachTutti(terminal, { start: false, changes: true }), work);
}

export function sayNoJobs(terminal: Terminal, json: boolean): void {
  terminal.out(json ? "null" : "No jobs yet. Start one with: tutti run score.yaml");
}
