import { join, relative } from "node:path";
import type { CommitSha, EpochMs, JobId, SheetId } from "../../base/ids.ts";
import { nameOf } from "../../base/names.ts";
import type { Repository } from "../../git/repository.ts";
import { lendObjects } from "../capture/agent/agent-git.ts";
import type { ForeignIndex } from "../capture/agent/staged.ts";
import type { IgnoredFiles } from "./keep/ignored.ts";

/** A work tree or clone of the user's repository that Tutti did not make. */
export interface Stray {
  /** As snapshots call it: the way to it from the repository. */
  readonly sheet: SheetId;
  readonly kind: "worktree" | "clone";
  /** Its folder; `null` when its own notes do not say where it was. */
  readonly path: string | null;
  readonly link: StrayLink;
  /**
   * What git keeps of a worktree below the repository; `null` for a clone, and for a folder whose notes are gone or
   * another's.
   */
  readonly admin: string | null;
  /** Full name of the ref it is on; `null` when detached or unknown. */
  readonly branch: string | null;
  /** `null` when it has none that can be read. */
  readonly head: CommitSha | null;
  readonly lock: StrayLock | null;
  /** Where its HEAD, logs and index lie; read as data, never used as a git dir. `null` when there is nothing. */
  readonly gitDir: string | null;
  /** Objects that the user's repository may not have; `null` when it has none of its own. */
  readonly objects: string | null;
}

/**
 * How a folder and git's notes about it belong together. `whole`: each names the other (a clone always is) · `moved`:
 * the folder names its notes, which still name its old place · `loose`: the folder names notes that are gone or
 * another's · `gone`: notes without a folder · `replaced`: something lies in its place that does not name its notes ·
 * `unseen`: its place can't be looked at.
 */
export type StrayLink = "whole" | "moved" | "loose" | "gone" | "replaced" | "unseen";

export interface StrayLock {
  readonly reason: string;
  /** As its reason names it. */
  readonly pid: number | null;
  readonly owner: "alive" | "dead" | "unknown";
}

/** What is in a stray, as far as it can be told. */
export interface StrayContent {
  /** Commits that no branch, remote branch or tag of the user's repository has. */
  readonly ownCommits: number | null;
  readonly changed: number | null;
  readonly untracked: number | null;
  readonly staged: number | null;
  readonly ignored: number | null;
  /** Ignored files that would be captured all the same, and those that would not. */
  readonly ignoredFiles: IgnoredFiles;
  /** What no capture can hold, each as a sentence, as far as a look can tell; `null`: it can't. */
  readonly onlyHere: readonly string[] | null;
  readonly bytes: number;
  /** When anything in it was last written. */
  readonly usedAt: EpochMs | null;
  /** Processes that work in it; `null` where the system does not tell. */
  readonly users: readonly number[] | null;
}

/** Snapshots of strays lie under a job of this name; ids of real jobs end in a tail of letters and digits. */
export const adoptedJob = "adopted" as JobId;

export function straySheet(repository: Repository, path: string): SheetId {
  return (relative(repository.top ?? repository.commonDir, path) || ".") as SheetId;
}

/** The name of a stray in refs and in the trash. */
export function strayName(stray: Pick<Stray, "sheet">): string {
  return nameOf(stray.sheet);
}

/** Lets a call of Tutti's git read a stray's own objects. Refuses where git would wait for ever at one of them. */
export async function objectsOf(stray: Pick<Stray, "objects">): Promise<Readonly<Record<string, string>>> {
  return stray.objects === null ? {} : lendObjects(stray.objects, new Set());
}

/** What is staged in a stray, against a commit. */
export function indexOf(stray: Pick<Stray, "gitDir" | "objects">, base: CommitSha): ForeignIndex {
  return { index: stray.gitDir === null ? null : join(stray.gitDir, "index"), env: () => objectsOf(stray), base };
}
