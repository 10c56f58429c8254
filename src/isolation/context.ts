import type { IsolationLevel } from "../score/plan/levels.ts";
import { join } from "node:path";
import type { CommitSha, ContextId, JobId, SheetId } from "../base/ids.ts";
import { nameOf } from "../base/names.ts";
import type { Identity } from "../git/identity.ts";
import type { ObjectStore } from "./store/object-store.ts";
import { taskFolder } from "./home/places.ts";

/** Where attempts run: one contract for every level of isolation. */
export interface Context {
  readonly id: ContextId;
  readonly level: IsolationLevel;
  /** The folder the agent works in. */
  readonly path: string;
  /** What the result is compared with and merged from. Of a level that works in place, the folder as it was before. */
  readonly base: CommitSha;
  /** An index only Tutti writes, kept outside the context: a task can't hide an edit by marking its own index. */
  readonly index: string;
  /** Full name of the ref that the result gets in the user's repository; `null`: none. */
  readonly branch: string | null;
  /** For whatever a task wants to keep outside its files. */
  readonly state: string;
  /** Why it runs in place although it was meant to be isolated; `null` when it is what was asked for. */
  readonly fallback: string | null;
  /** Folders in it that lead to the user's: no part of anybody's work. Absent: none. */
  readonly lent?: readonly string[];
  /** The top of the checkout that they are lent from. */
  readonly lentFrom?: string;
}

/** Whose work a context is for. */
export interface Owned {
  readonly job: JobId;
  readonly sheet: SheetId;
  readonly attempt: number;
}

export interface ContextRequest extends Owned {
  readonly id: ContextId;
  readonly level: IsolationLevel;
  /** Where its files are to lie; of a level that works in place, the folder itself. */
  readonly path: string;
  readonly base: CommitSha;
  /** Files of an earlier attempt to start from instead of the base's; they show as uncommitted changes. */
  readonly continueFrom: CommitSha | null;
  /** Short name of the branch the agent finds itself on, where it finds a repository of its own. */
  readonly checkedOut: string;
  readonly branch: string | null;
  readonly state: string;
  /** Whether a clone borrows the store's objects or has copies of its own. */
  readonly objects: "shared" | "copy";
  /** Whether git itself refuses to remove it. */
  readonly lock: boolean;
  readonly identity: Identity;
  readonly store: ObjectStore;
  readonly fallback: string | null;
  /**
   * Folders of the user's checkout that programs in it need; those at its top are lent from above, by whoever chose the
   * path.
   */
  readonly borrow?: readonly string[];
}

/** An attempt's context has an id that says whose it is. Names hold no dots, so ids can't collide. */
export function contextIdOf(job: JobId, sheet: SheetId, attempt: number): ContextId {
  return `${job}.${leafOf(sheet, attempt)}` as ContextId;
}

/** The context that all sheets of a job share. */
export function sharedContextId(job: JobId): ContextId {
  return job as string as ContextId;
}

/** Where the files of a context lie: `tasks/<sheet>` below the job's folder, or `tasks/<job>` beside it. */
export function contextPath(
  folder: string,
  whose: { job: JobId; sheet: SheetId; attempt: number } | { job: JobId },
): string {
  return "sheet" in whose
    ? taskFolder(join(folder, whose.job), leafOf(whose.sheet, whose.attempt))
    : taskFolder(folder, whose.job);
}

/**
 * The first context of a sheet bears the sheet's own name; those after it a number, because the first may have to stay.
 */
function leafOf(sheet: SheetId, attempt: number): string {
  return attempt === 1 ? nameOf(sheet) : `${nameOf(sheet)}.${String(attempt)}`;
}

let captures = 0;

/**
 * The copy of the context's index that one capture works on. Two captures at once, also of two programs, must not meet
 * in it.
 */
export function captureIndex(context: Context): string {
  captures += 1;
  return `${context.index}.capture-${String(process.pid)}-${String(captures)}`;
}
