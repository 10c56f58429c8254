import { join, relative } from "node:path";
import type { CommitSha, EpochMs, JobId, SheetId } from "../../base/ids.ts";
import { nameOf } from "../../base/names.ts";
import type { Repository } from "../../git/repository.ts";
import { lendObjects } from "../capture/agent/agent-git.ts";
import type { ForeignIndex } from "../capture/agent/staged.ts";
import { firstFew } from "../../base/text.ts";
import type { LeftOut } from "../capture/survey/left-out.ts";
import { shownPath } from "../raw-path.ts";

/** A work tree or clone of the user's repository that Tutti did not make. */
export interface Stray {
  /** The path to it from the repository. */
  readonly sheet: SheetId;
  readonly kind: "worktree" | "clone";
  /** `null`: unknown. */
  readonly path: string | null;
  readonly link: StrayLink;
  /** git's notes of a worktree; `null`: a clone, or the notes are gone or another's. */
  readonly admin: string | null;
  /** `null`: detached or unknown. */
  readonly branch: string | null;
  /** `null`: unreadable. */
  readonly head: CommitSha | null;
  readonly lock: StrayLock | null;
  /** HEAD, logs and index; read as data, never used as a git dir. `null`: none. */
  readonly gitDir: string | null;
  /** Objects that the user's repository may lack; `null`: none. */
  readonly objects: string | null;
}

/**
 * `whole`: folder and notes name each other (a clone always is) · `moved`: the notes name its old place · `loose`: its
 * notes are gone or another's · `gone`: notes without a folder · `replaced`: something else lies in its place ·
 * `unseen`: its place can't be looked at.
 */
export type StrayLink = "whole" | "moved" | "loose" | "gone" | "replaced" | "unseen";

export interface StrayLock {
  readonly reason: string;
  readonly pid: number | null;
  readonly owner: "alive" | "dead" | "unknown";
}

/** Raw paths; folders end in `/`. */
export interface IgnoredFiles {
  /** Small files that nothing makes again, such as settings and keys. */
  readonly kept: readonly string[];
  /** Not captured. */
  readonly left: readonly string[];
}

export interface FoundFolder {
  readonly path: string;
  readonly has: "git file" | "git folder";
}

export interface StrayContent {
  /** Commits that no branch or tag of the user's repository has. */
  readonly ownCommits: number | null;
  readonly changed: number | null;
  readonly untracked: number | null;
  readonly staged: number | null;
  readonly ignored: number | null;
  readonly ignoredFiles: IgnoredFiles;
  /** Content that no capture can hold, as sentences; `null`: unknown. */
  readonly onlyHere: readonly string[] | null;
  readonly bytes: number;
  readonly usedAt: EpochMs | null;
  /** `null`: the system does not tell. */
  readonly users: readonly number[] | null;
}

/** Snapshots of strays lie under this job; ids of real jobs end in letters and digits. */
export const adoptedJob = "adopted" as JobId;

export function straySheet(repository: Repository, path: string): SheetId {
  return (relative(repository.top ?? repository.commonDir, path) || ".") as SheetId;
}

export function strayName(stray: Pick<Stray, "sheet">): string {
  return nameOf(stray.sheet);
}

/** Lets Tutti's git read a stray's own objects. Refuses where git would hang. */
export async function objectsOf(stray: Pick<Stray, "objects">): Promise<Readonly<Record<string, string>>> {
  return stray.objects === null ? {} : lendObjects(stray.objects, new Set());
}

export function indexOf(stray: Pick<Stray, "gitDir" | "objects">, base: CommitSha): ForeignIndex {
  return { index: stray.gitDir === null ? null : join(stray.gitDir, "index"), env: () => objectsOf(stray), base };
}

export type Verdict = { readonly kind: "adopt" } | { readonly kind: "stay"; readonly why: string };

/**
 * Whether a stray may be taken. A process at work in it always counts; a lock until its owner is dead or the user
 * forces it.
 */
export function verdictOf(
  stray: Pick<Stray, "link" | "lock">,
  facts: { readonly users: readonly number[] | null; readonly isForced: boolean },
): Verdict {
  const { lock, link } = stray;
  if (link === "replaced") return stay("what lies in its place does not belong to it any more");
  if (link === "unseen") return stay("its folder can't be looked at");
  if (facts.users !== null && facts.users.length > 0) return stay(workWords(facts.users));
  if (facts.isForced) return { kind: "adopt" };
  if (facts.users === null)
    return stay("this system does not tell whether a process works in it (--force takes it all the same)");
  if (lock === null || lock.owner === "dead") return { kind: "adopt" };
  const owner = lock.pid === null ? "" : ` by process ${String(lock.pid)}, which is alive`;
  return stay(`it is locked${owner}${lock.reason === "" ? "" : ` (${lock.reason})`}; --force takes it all the same`);
}

/** Content that would be lost with a captured stray, as sentences. A stray is removed only if there is none. */
export function onlyCopies(leftOut: readonly LeftOut[], unkept: readonly string[]): readonly string[] {
  const files = leftOut
    .filter((item) => item.reason !== "ignored")
    .map((item) => `${shownPath(item.path)}: ${item.reason}`);
  return [...unkept, ...files];
}

export function workWords(users: readonly number[]): string {
  const [first, ...more] = users.map(String);
  if (more.length === 0) return `process ${first ?? ""} works in it`;
  return `processes ${firstFew(users.map(String), 3)} work in it`;
}

function stay(why: string): Verdict {
  return { kind: "stay", why };
}
