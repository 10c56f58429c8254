import type { CommitSha, ContextId, JobId, SheetId } from "../base/ids.ts";
import { nameOf } from "../base/names.ts";
import type { Identity } from "../git/identity.ts";
import type { IsolationMode } from "../score/plan.ts";
import type { ObjectStore } from "./object-store.ts";

/** Where one attempt runs: files of its own, a git folder of its own or linked to Tutti's store, never the user's. */
export interface Context {
  readonly id: ContextId;
  readonly mode: IsolationMode;
  /** The folder the agent works in. */
  readonly path: string;
  /** What the result is compared with and merged from. */
  readonly base: CommitSha;
  /** An index only Tutti writes, kept outside the context: a task can't hide an edit by marking its own index. */
  readonly index: string;
}

export interface ContextRequest {
  readonly job: JobId;
  readonly sheet: SheetId;
  readonly attempt: number;
  /** `check`: a second context of the attempt, in which only validations run; `base`: one of what it started from. */
  readonly purpose: ContextPurpose;
  readonly mode: IsolationMode;
  readonly base: CommitSha;
  /** Files of an earlier attempt to start from instead of the base's; they show as uncommitted changes. */
  readonly continueFrom: CommitSha | null;
  /** Short name of the branch the agent finds itself on (clone mode). */
  readonly branch: string;
  readonly identity: Identity;
  readonly store: ObjectStore;
}

export type ContextPurpose = "work" | "check" | "base";

/** An attempt's context has an id that says whose it is: `job.sheet.attempt`. Names hold no dots, so ids can't collide. */
export function contextIdOf(job: JobId, sheet: SheetId, attempt: number): ContextId {
  return `${job}.${nameOf(sheet)}.${String(attempt)}` as ContextId;
}

/** The copy of the context's index that a capture works on. */
export function captureIndex(context: Context): string {
  return `${context.index}.capture`;
}
