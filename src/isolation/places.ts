import { join } from "node:path";
import type { ContextId, JobId, SheetId } from "../base/ids.ts";
import { nameOf } from "../base/names.ts";

/** Where things lie in Tutti's home. Every path and ref of a job is built here, from names that can't collide. */
export interface Places {
  readonly home: string;
  readonly scratch: string;
  readonly trash: string;
  readonly contexts: string;
  readonly repositories: string;
  /** The folder an agent works in. It lies alone in a folder of its own, so that what an agent puts beside it is nobody else's. */
  context(context: ContextId): string;
  /** The folder around it. */
  contextFolder(context: ContextId): string;
  /** Prompt, logs and private index of one attempt: kept after its context is gone. */
  attempt(job: JobId, sheet: SheetId, attempt: number): string;
  /** The job's folder for outputs when the score names none. */
  workspace(job: JobId): string;
}

export function placesIn(home: string): Places {
  const contexts = join(home, "contexts");
  return {
    home,
    contexts,
    scratch: join(home, "scratch"),
    trash: join(home, "trash"),
    repositories: join(home, "repositories"),
    context: (context) => join(contexts, context, context),
    contextFolder: (context) => join(contexts, context),
    attempt: (job, sheet, attempt) => join(home, "jobs", job, "sheets", nameOf(sheet), String(attempt)),
    workspace: (job) => join(home, "jobs", job, "workspace"),
  };
}

/** The ref that keeps everything an attempt left behind. */
export function captureRef(job: JobId, sheet: SheetId, attempt: number): string {
  return `refs/tutti/captures/${job}/${nameOf(sheet)}/${String(attempt)}`;
}

/** Refs that keep commits an agent made itself, and whatever else it referred to. */
export function agentRefs(job: JobId, sheet: SheetId, attempt: number): string {
  return `refs/tutti/agent/${job}/${nameOf(sheet)}/${String(attempt)}`;
}

/** The ref in the user's repository that keeps a job's bases from being pruned while its captures need them. */
export function pinRef(job: JobId): string {
  return `refs/tutti/pins/${job}`;
}
