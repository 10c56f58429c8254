import { join } from "node:path";
import { mkdirSync, rmdirSync } from "node:fs";
import type { ContextId, JobId, SheetId } from "../../base/ids.ts";
import { nameOf } from "../../base/names.ts";
import { ownerName, thisOwner } from "../../process/tree/owner.ts";

/** Where things lie in Tutti's home. Every path and ref of a job is built here, from names that can't collide. */
export interface Places {
  readonly home: string;
  /** One for each process, so that leftovers of a dead one are recognised. */
  readonly scratch: string;
  readonly trash: string;
  readonly contexts: string;
  readonly repositories: string;
  /** Folders of checkouts as they were at some moment, for contexts to see. */
  readonly layers: string;
  /** Files that contexts see besides their own. */
  readonly views: string;
  /** Filled work trees that wait for contexts; one folder for each process. */
  readonly pool: string;
  readonly locks: string;
  /** Record, private index and marks of a context; no agent sees this folder. */
  admin(context: ContextId): string;
  /** Where contexts' files lie, unless a score names another folder. */
  readonly jobs: string;
  /** Prompt and logs of one attempt: kept after its context is gone. */
  attempt(job: JobId, sheet: SheetId, attempt: number): string;
  /** Output of an attempt's validations. */
  outputs(job: JobId, sheet: SheetId, attempt: number): string;
  /** Output of a repository's gates. */
  gateLogs(commonDir: string): string;
  /** Contexts on a managed repository lie in `tasks/` below it. An environment's name is fit for a folder. */
  managed(environment: string): string;
  workspace(job: JobId): string;
  /** All sheets share it, except those of level `full`. */
  state(job: JobId): string;
}

/** `locks`: shared by several homes. */
export function placesIn(home: string, locks: string = join(home, "locks")): Places {
  const contexts = join(home, "contexts");
  const jobs = join(home, "jobs");
  const attemptFolder = (job: JobId, sheet: SheetId, attempt: number): string =>
    join(jobs, job, "sheets", nameOf(sheet), String(attempt));
  return {
    home,
    contexts,
    jobs,
    scratch: join(home, "scratch", ownerName(thisOwner())),
    trash: join(home, "trash"),
    repositories: join(home, "repositories"),
    layers: join(home, "layers"),
    views: join(home, "views"),
    pool: join(home, "pool", ownerName(thisOwner())),
    locks,
    admin: (context) => join(contexts, context),
    attempt: attemptFolder,
    outputs: (job, sheet, attempt) => join(attemptFolder(job, sheet, attempt), "validations"),
    gateLogs: (commonDir) => join(home, "gates", "logs", nameOf(commonDir)),
    managed: (environment) => join(home, "managed-repos", environment),
    workspace: (job) => join(jobs, job, "workspace"),
    state: (job) => join(jobs, job, "state"),
  };
}

export function taskFolder(base: string, name: string): string {
  return join(base, "tasks", name);
}

/** Refs that keep commits an agent made. */
export function agentRefs(job: JobId, sheet: SheetId, attempt: number): string {
  return `refs/tutti/agent/${job}/${nameOf(sheet)}/${String(attempt)}`;
}

/** The ref in the user's repository that keeps a job's bases from being pruned. */
export function pinRef(job: JobId): string {
  return `refs/tutti/pins/${job}`;
}

const users = new Map<string, number>();

/**
 * Runs work that needs the scratch folder; the last one removes it, since programs that use the library never sweep.
 * Synchronous, or one could remove it under another.
 */
export async function inScratchFolder<T>({ scratch }: Places, work: () => Promise<T>): Promise<T> {
  users.set(scratch, (users.get(scratch) ?? 0) + 1);
  try {
    mkdirSync(scratch, { recursive: true, mode: 0o700 });
    return await work();
  } finally {
    const left = (users.get(scratch) ?? 1) - 1;
    users.set(scratch, left);
    if (left === 0) dropIfEmpty(scratch);
  }
}

function dropIfEmpty(folder: string): void {
  users.delete(folder);
  try {
    rmdirSync(folder);
  } catch {
    // Not empty: the next sweep clears it.
  }
}
