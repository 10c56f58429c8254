import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommitSha, ContextId } from "../../base/ids.ts";
import type { World } from "../../base/world/world.ts";
import type { Git } from "../../git/git.ts";
import { formatOf } from "../../git/objects/bytes/object-name.ts";
import { type IndexStats, readIndexStats } from "../../git/storage/index-stats.ts";
import { removeTree } from "../cleanup/remove-tree.ts";
import type { Places } from "../home/places.ts";
import { type Coming, type PoolLimits, type Waiting, overdue } from "./decide.ts";

export interface PoolParts {
  readonly git: Git;
  readonly places: Pick<Places, "pool">;
  readonly world: Pick<World, "ticks" | "after">;
  /** As they are now; no trees: the pool is off, or there is no room. */
  readonly limits: () => PoolLimits;
  /** Whether the machine has room for background work. */
  readonly mayFill: () => boolean;
  /** Whether nothing that an agent started can outlive it. */
  readonly isContained: boolean;
  /** Runs work in the background. */
  readonly behind: (work: () => Promise<void>) => void;
  readonly notice: (text: string) => void;
}

export interface Tree extends Waiting {
  readonly folder: string;
  readonly attributes: string;
}

/** How a context was when it was handed out. */
export interface HandedOut {
  readonly commit: CommitSha;
  readonly atMs: number;
  /** The last bytes of its index: a digest of all the others. */
  readonly digest: Buffer;
}

/** The trees of a process, and what is known of those that want them. */
export interface Shelf {
  readonly parts: PoolParts;
  readonly waiting: Set<Tree>;
  readonly handedOut: Map<ContextId, HandedOut>;
  /** By store, then by asker. */
  readonly asked: Map<string, Map<string, number>>;
  readonly commits: Map<string, CommitSha>;
  readonly count: { taken: number; missed: number; filled: number; salvaged: number };
  number: number;
  /** The fill in progress. */
  filling: Promise<void> | undefined;
  /** Aborted: nothing is made any more. */
  readonly end: AbortController;
  callOff: (() => void) | undefined;
}

export const treeOf = ({ folder }: Pick<Tree, "folder">): string => join(folder, "tree");
export const indexOf = ({ folder }: Pick<Tree, "folder">): string => join(folder, "index");

/** The place of a new tree; nothing is there yet. */
export function newFolder(shelf: Shelf): Pick<Tree, "folder"> {
  shelf.number += 1;
  return { folder: join(shelf.parts.places.pool, String(shelf.number)) };
}

/** False: the pool was closed meanwhile. */
export function admit(
  shelf: Shelf,
  made: Pick<Tree, "folder" | "store" | "commit" | "isWhole">,
  { attributes, bytes }: Pick<IndexStats, "attributes" | "bytes">,
): boolean {
  if (shelf.end.signal.aborted) return false;
  shelf.waiting.add({ ...made, attributes, bytes, since: shelf.parts.world.ticks() });
  return true;
}

export function discard(shelf: Shelf, { folder }: Pick<Tree, "folder">): void {
  shelf.parts.behind(() => removeTree(folder));
}

export async function statsOf(index: string, commit: CommitSha): Promise<IndexStats | undefined> {
  return readIndexStats(await readFile(index), formatOf(commit));
}

export function comingOf({ asked, commits }: Shelf): readonly Coming[] {
  return [...asked].map(([store, askers]) => ({
    store,
    count: [...askers.values()].reduce((sum, count) => sum + count, 0),
    commit: commits.get(store) ?? null,
  }));
}

/** How often unused trees are looked for. */
const lookEveryMs = 60_000;

export function tidy(shelf: Shelf): void {
  const { parts, waiting } = shelf;
  const limits = parts.limits();
  for (const tree of overdue([...waiting], comingOf(shelf), { limits, now: parts.world.ticks() })) {
    waiting.delete(tree);
    discard(shelf, tree);
  }
  if (waiting.size === 0 || shelf.end.signal.aborted || shelf.callOff !== undefined) return;
  shelf.callOff = parts.world.after(lookEveryMs, () => {
    shelf.callOff = undefined;
    tidy(shelf);
  });
}
