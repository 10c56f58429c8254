import { join } from "node:path";
import { type Entry, readEntries } from "../contexts/manifest.ts";
import { askIn } from "../contexts/raw-git.ts";
import type { Reached } from "./acts.ts";

/** Everything that is not the task's, as it lies on disk. */
export interface Scene {
  readonly repository: string;
  readonly store: string;
  readonly hub: string | undefined;
  /** The attacker's own worktree on the hub. */
  readonly attackerId: string;
  readonly neighbour: string;
  /** Commits and stashes of the neighbour's that exist nowhere else yet. */
  readonly commits: readonly string[];
  readonly stash: string;
}

export type Sight = Readonly<Record<Exclude<Reached, "git">, ReadonlyMap<string, Entry>>>;

export function look(scene: Scene): Sight {
  return {
    repository: new Map([...readEntries(scene.repository), ...readEntries(join(scene.repository, ".git"))]),
    store: readEntries(scene.store),
    files: readEntries(scene.neighbour),
    hub: scene.hub === undefined ? new Map() : withoutOwn(readEntries(scene.hub), scene.attackerId),
  };
}

/** Which places changed between two looks; and whether the neighbour's git still has what it had. Sorted. */
export function reachedBetween(before: Sight, after: Sight, scene: Scene): readonly Reached[] {
  const places = (["files", "hub", "repository", "store"] as const).filter((place) =>
    isChanged(before[place], after[place]),
  );
  return [...places, ...(hasCommits(scene) ? [] : (["git"] as const))].sort();
}

/** What belongs to the attacker's own worktree, and objects that anybody may add, are no harm. */
function withoutOwn(entries: ReadonlyMap<string, Entry>, own: string): ReadonlyMap<string, Entry> {
  return new Map([...entries].filter(([path]) => !path.startsWith(`worktrees/${own}/`)));
}

function isChanged(before: ReadonlyMap<string, Entry>, after: ReadonlyMap<string, Entry>): boolean {
  const gone = [...before].some(([path, entry]) => after.get(path)?.kept !== entry.kept);
  return gone || [...after.keys()].some((path) => !before.has(path) && !path.startsWith("objects/"));
}

function hasCommits(scene: Scene): boolean {
  const stash = askIn(scene.neighbour, ["--no-replace-objects", "stash", "list", "--format=%H"]) ?? "";
  const isThere = (commit: string): boolean =>
    askIn(scene.neighbour, ["--no-replace-objects", "rev-list", "--objects", "-1", commit]) !== undefined;
  return stash.trim() === scene.stash && scene.commits.every(isThere);
}
