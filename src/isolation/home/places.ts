import { join } from "node:path";
import type { ContextId, JobId, SheetId } from "../../base/ids.ts";
import { nameOf } from "../../base/names.ts";
import { ownerName, thisOwner } from "../../process/tree/owner.ts";

/** Where things lie in Tutti's home. Every path and ref of a job is built here, from names that can't collide. */
export interface Places {
  readonly home: string;
  /**
   * For what is needed while something is done. Each process has its own, so that what a dead one left is told from the
   * others'.
   */
  readonly scratch: string;
  readonly trash: string;
  readonly contexts: string;
  readonly repositories: string;
  readonly locks: string;
  /**
   * What Tutti knows of a context: record, private index, marks. Its files lie elsewhere; no agent ever sees this
   * folder.
   */
  admin(context: ContextId): string;
  /** The folder that contexts' files lie in, unless a score names another. */
  readonly jobs: string;
  /** Prompt and logs of one attempt: kept after its context is gone. */
  attempt(job: JobId, sheet: SheetId, attempt: number): string;
  /** The job's folder for outputs when the score names none. */
  workspace(job: JobId): string;
  /** The job's state folder, which all sheets share but those of level `full`. */
  state(job: JobId): string;
}

/** `locks`: where those lie that several homes share. */
export function placesIn(home: string, locks: string = join(home, "locks")): Places {
  const contexts = join(home, "contexts");
  const jobs = join(home, "jobs");
  return {
    home,
    contexts,
    jobs,
    scratch: join(home, "scratch", ownerName(thisOwner())),
    trash: join(home, "trash"),
    repositories: join(home, "repositories"),
    locks,
    admin: (context) => join(contexts, context),
    attempt: (job, sheet, attempt) => join(jobs, job, "sheets", nameOf(sheet), String(attempt)),
    workspace: (job) => join(jobs, job, "workspace"),
    state: (job) => join(jobs, job, "state"),
  };
}

/** The folder of one task below a base: also the pattern for state folders. */
export function taskFolder(base: string, name: string): string {
  return join(base, "tasks", name);
}

/** Refs that keep commits an agent made itself, and whatever else it referred to. */
export function agentRefs(job: JobId, sheet: SheetId, attempt: number): string {
  return `refs/tutti/agent/${job}/${nameOf(sheet)}/${String(attempt)}`;
}

/** The ref in the user's repository that keeps a job's bases from being pruned while its captures need them. */
export function pinRef(job: JobId): string {
  return `refs/tutti/pins/${job}`;
}
