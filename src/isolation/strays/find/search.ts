import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Repository } from "../../../git/repository.ts";

/** A folder to look below, and how many folders deep. */
export interface SearchFolder {
  readonly path: string;
  readonly depth: number;
  /** Hidden folders in it are somebody's caches and settings. */
  readonly skipsHidden?: true;
  /** Clones that lie here are the user's own for all that can be told; a worktree says itself whose it is. */
  readonly passesClones?: true;
}

/** A folder that has a `.git` of its own. */
export interface FoundFolder {
  readonly path: string;
  readonly has: "git file" | "git folder";
}

export interface Search {
  readonly found: readonly FoundFolder[];
  /** There were more folders than anybody wants to wait for. */
  readonly isCut: boolean;
}

/** So many folders are looked into at most. */
const mostFolders = 20_000;
const deep = 4;
const passedOver = new Set(["node_modules", ".git", "proc", "sys", "dev"]);
const toolPlaces = [
  ".worktrees",
  "worktrees",
  ".trees",
  ".claude/worktrees",
  ".cursor/worktrees",
  ".codex/worktrees",
  ".tutti/worktrees",
];

/**
 * Where other tools put their worktrees and clones: places inside the repository and next to it that they are fond of.
 * Beside it only worktrees count.
 */
export function usualFolders(repository: Repository): readonly SearchFolder[] {
  const top = repository.top ?? dirname(repository.commonDir);
  const [beside, name] = [dirname(top), basename(top)];
  const besides = [
    `${name}-worktrees`,
    `${name}.worktrees`,
    `${name}-trees`,
    `.${name}-worktrees`,
    "worktrees",
    ".worktrees",
    ".trees",
    ".claude/worktrees",
  ];
  return [
    ...toolPlaces.map((place) => ({ path: join(top, place), depth: deep })),
    ...besides.map((place) => ({ path: join(beside, place), depth: deep })),
    { path: beside, depth: 2, skipsHidden: true, passesClones: true },
  ];
}

/**
 * Folders with a `.git` below those given, none of them twice, links not followed. It does not look into a repository
 * it found, because that is somebody's own; what lies in places that are searched by name is found all the same.
 */
export async function searchFolders(
  folders: readonly SearchFolder[],
  isPassedOver: (path: string) => boolean,
): Promise<Search> {
  const walk: Walk = { seen: new Set(), found: [], isPassedOver };
  for (const folder of folders) {
    const real = await realpath(folder.path).catch(() => undefined);
    if (real !== undefined) await look(walk, real, { ...folder, isRoot: true });
  }
  return { found: walk.found, isCut: walk.seen.size >= mostFolders };
}

interface Walk {
  readonly seen: Set<string>;
  readonly found: FoundFolder[];
  readonly isPassedOver: (path: string) => boolean;
}

async function look(walk: Walk, folder: string, at: SearchFolder & { readonly isRoot: boolean }): Promise<void> {
  if (walk.seen.size >= mostFolders || walk.isPassedOver(folder)) return;
  const isNew = !walk.seen.has(folder);
  walk.seen.add(folder);
  const has = await gitIn(folder);
  if (has !== undefined && isNew && !(at.passesClones === true && has === "git folder"))
    walk.found.push({ path: folder, has });
  if (at.depth === 0 || (has !== undefined && !at.isRoot)) return;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const isSkipped = passedOver.has(entry.name) || (at.skipsHidden === true && entry.name.startsWith("."));
    if (entry.isDirectory() && !isSkipped)
      await look(walk, join(folder, entry.name), { ...at, depth: at.depth - 1, isRoot: false });
  }
}

async function gitIn(folder: string): Promise<FoundFolder["has"] | undefined> {
  const stats = await lstat(join(folder, ".git")).catch(() => undefined);
  if (stats?.isFile() === true) return "git file";
  return stats?.isDirectory() === true ? "git folder" : undefined;
}
