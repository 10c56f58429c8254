import { readdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PoolFigures } from "../../base/home/pool-figures.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { bringFiles } from "../../git/plain/bring-files.ts";
import { isOwnerDead, ownerNamed } from "../../process/tree/owner.ts";
import { removeTree } from "../cleanup/remove-tree.ts";
import { pickTree } from "./decide.ts";
import { fillMore } from "./fill.ts";
import { type PoolParts, type Shelf, type Tree, discard, indexOf, statsOf, treeOf } from "./shelf.ts";
import { handOut, keep } from "./used.ts";
import type { TreeUser, WarmTrees, WarmWish } from "./warm.ts";

/** The warm trees of a process. They hold no work: what a dead process left goes at the next start. */
export interface Pool {
  /** `objects`: of the store. */
  of(store: string, objects?: () => Objects): WarmTrees;
  figures(): PoolFigures;
  /** Nothing is filled any more, and what waits goes. */
  close(): Promise<void>;
}

export function makePool(parts: PoolParts): Pool {
  const shelf: Shelf = {
    parts,
    waiting: new Set(),
    handedOut: new Map(),
    asked: new Map(),
    commits: new Map(),
    count: { taken: 0, missed: 0, filled: 0, salvaged: 0 },
    number: 0,
    filling: undefined,
    end: new AbortController(),
    callOff: undefined,
  };
  parts.behind(() => sweepPools(dirname(parts.places.pool)));
  return {
    of: (store, objects) => ({
      take: (context, want) => take(shelf, { store, objects, context, want }),
      handOut: (context, commit) => handOut(shelf, context, commit),
      keep: (context) => keep(shelf, store, context),
      expect: (asker, count, commit) => {
        const isNews = commit !== undefined && shelf.commits.get(store) !== commit;
        if (isNews) shelf.commits.set(store, commit);
        expect(shelf, store, { asker, count, isNews });
      },
    }),
    figures: () => {
      const trees = [...shelf.waiting];
      const bytes = trees.reduce((sum, tree) => sum + tree.bytes, 0);
      return { ...shelf.count, trees: trees.length, bytes, limit: parts.limits().trees };
    },
    close: async () => {
      shelf.end.abort();
      shelf.callOff?.();
      shelf.waiting.clear();
      await shelf.filling?.catch(() => undefined);
      await removeTree(parts.places.pool);
    },
  };
}

/** Removes the pools of dead processes. */
async function sweepPools(pools: string): Promise<void> {
  for (const name of await readdir(pools).catch(() => [])) {
    const owner = ownerNamed(name);
    if (owner === undefined || isOwnerDead(owner)) await removeTree(join(pools, name)).catch(() => undefined);
  }
}

interface Asking {
  readonly store: string;
  readonly objects: (() => Objects) | undefined;
  readonly context: Pick<TreeUser, "path" | "index">;
  readonly want: WarmWish;
}

async function take(shelf: Shelf, { store, objects, context, want }: Asking): Promise<boolean> {
  const { commit, claim } = want;
  shelf.commits.set(store, commit);
  const found = pickTree(shelf.waiting, { store, commit });
  if (found !== undefined) shelf.waiting.delete(found);
  const tree = found === undefined ? undefined : await bringTo(shelf, found, { commit, objects });
  let isToStay = false;
  try {
    const isMoved = tree !== undefined && (await moveTo(context, tree, claim));
    shelf.count[isMoved ? "taken" : "missed"] += 1;
    isToStay = tree !== undefined && !isMoved;
    return isMoved;
  } finally {
    if (tree !== undefined && isToStay) shelf.waiting.add({ ...tree, commit, isWhole: true });
    else if (found !== undefined) discard(shelf, found);
    fillMore(shelf);
  }
}

/** Only what differs is written. `undefined`: it would not be what git writes into an empty folder. */
async function bringTo(
  shelf: Shelf,
  tree: Tree,
  { commit, objects }: Pick<WarmWish, "commit"> & Pick<Asking, "objects">,
): Promise<Tree | undefined> {
  if (tree.isWhole && tree.commit === commit) return tree;
  const { git } = shelf.parts;
  try {
    const place = { gitDir: tree.store, workTree: treeOf(tree), index: indexOf(tree) };
    // Only git sees what is missing.
    await bringFiles(git, place, { commit, objects: tree.isWhole ? objects?.() : undefined });
    if (tree.commit === commit) return tree;
    // Files that did not change are not converted anew.
    return (await statsOf(indexOf(tree), commit))?.attributes === tree.attributes ? tree : undefined;
  } catch {
    return undefined;
  }
}

/** The folder is there, and empty: a rename takes its place in one step. False: it is on another disk. */
async function moveTo(context: Asking["context"], tree: Tree, claim: WarmWish["claim"]): Promise<boolean> {
  await claim(treeOf(tree));
  try {
    await rename(treeOf(tree), context.path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EXDEV") return false;
    throw error;
  }
  await rename(indexOf(tree), context.index);
  return true;
}

interface Wanting {
  readonly asker: string;
  readonly count: number;
  /** The commit is another one than before. */
  readonly isNews: boolean;
}

function expect(shelf: Shelf, store: string, { asker, count, isNews }: Wanting): void {
  const askers = shelf.asked.get(store) ?? new Map<string, number>();
  if ((askers.get(asker) ?? 0) === count && !isNews) return;
  if (count === 0) askers.delete(asker);
  else askers.set(asker, count);
  shelf.asked.set(store, askers);
  fillMore(shelf);
}
