import type { Preparation } from "../score/plan/preparation.ts";
import type { ShowInstalled } from "./prepare/prepared.ts";
import type { Recipe } from "../score/plan/recipe.ts";
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
  readonly path: string;
  /** The result is compared with it and merged from it. In place: the folder as it was before. */
  readonly base: CommitSha;
  /** Only Tutti writes it, outside the context: a task can't hide an edit by marking its own index. */
  readonly index: string;
  /** Full name of the ref that the result gets in the user's repository; `null`: none. */
  readonly branch: string | null;
  /** For files that a task keeps outside its work. */
  readonly state: string;
  /** Why it runs in place although isolation was asked for; `null`: it does not. */
  readonly fallback: string | null;
  /** Folders in it that lead to the user's: no part of the work. */
  readonly lent?: readonly string[];
  /** Top of the checkout that they are lent from. */
  readonly lentFrom?: string;
  /** How it got what the checkout has and git does not; absent: there was nothing to give. */
  readonly prepared?: Preparation;
}

export interface Owned {
  readonly job: JobId;
  readonly sheet: SheetId;
  readonly attempt: number;
}

export interface ContextRequest {
  readonly id: ContextId;
  readonly whose: Owned;
  readonly isolation: {
    readonly level: IsolationLevel;
    /** Why it runs in place although isolation was asked for; `null`: it does not. */
    readonly fallback: string | null;
  };
  readonly folders: {
    /** In place: the user's folder. */
    readonly path: string;
    readonly state: string;
  };
  readonly start: {
    readonly base: CommitSha;
    /** Start from the files of an earlier attempt; they show as uncommitted changes. */
    readonly continueFrom: CommitSha | null;
  };
  readonly head: {
    /** Short name of the branch that the agent is on. */
    readonly checkedOut: string;
    readonly branch: string | null;
  };
  readonly git: {
    readonly store: ObjectStore;
    readonly objects: "shared" | "copy";
    /** Whether git refuses to remove it. */
    readonly lock: boolean;
    readonly identity: Identity;
  };
  readonly needs?: ContextNeeds;
}

/** The parts of the user's checkout that a context gets. */
export interface ContextNeeds {
  /** Folders of the user's checkout that programs in it need. */
  readonly borrow?: readonly string[];
  /** Where those at its top are linked from; absent: the path lies below a folder that has them. */
  readonly above?: string;
  readonly showInstalled?: ShowInstalled;
  readonly recipe?: Recipe | undefined;
}

/** Names hold no dots, so ids can't collide. */
export function contextIdOf(job: JobId, sheet: SheetId, attempt: number): ContextId {
  return `${job}.${leafOf(sheet, attempt)}` as ContextId;
}

export function sharedContextId(job: JobId): ContextId {
  return job as string as ContextId;
}

/** By its id alone. */
export function isContextOf(job: JobId, id: string): boolean {
  return id === job || id.startsWith(`${job}.`);
}

/** `tasks/<sheet>` below the job's folder, or `tasks/<job>` beside it. */
export function contextPath(
  folder: string,
  whose: { job: JobId; sheet: SheetId; attempt: number } | { job: JobId },
): string {
  return "sheet" in whose
    ? taskFolder(join(folder, whose.job), leafOf(whose.sheet, whose.attempt))
    : taskFolder(folder, whose.job);
}

/** The first context of a sheet has the sheet's name; later ones a number, because the first may have to stay. */
function leafOf(sheet: SheetId, attempt: number): string {
  return attempt === 1 ? nameOf(sheet) : `${nameOf(sheet)}.${String(attempt)}`;
}

let captures = 0;

/** One for each capture: two at once, also of two programs, must not share an index. */
export function captureIndex(context: Context): string {
  captures += 1;
  return `${context.index}.capture-${String(process.pid)}-${String(captures)}`;
}
