import type { CommitSha } from "../../base/ids.ts";

/** A filled work tree that waits for a context. */
export interface Waiting {
  /** The store of its repository. */
  readonly store: string;
  readonly commit: CommitSha;
  /** Nothing is missing in it. */
  readonly isWhole: boolean;
  readonly bytes: number;
  /** Monotonic milliseconds. */
  readonly since: number;
}

/** How many contexts of a repository may be asked for soon, and the commit that the last one was made of. */
export interface Coming {
  readonly store: string;
  readonly count: number;
  readonly commit: CommitSha | null;
}

export interface PoolLimits {
  /** Trees that may wait, of all repositories. */
  readonly trees: number;
  /** Of disk, for all of them. */
  readonly bytes: number;
}

/** A tree without a waiting sheet is removed after this time. */
const patienceMs = 10 * 60_000;

/** The tree that is nearest to what is wanted. */
export function pickTree<T extends Waiting>(
  waiting: Iterable<T>,
  want: Pick<Waiting, "store" | "commit">,
): T | undefined {
  let best: T | undefined;
  for (const tree of waiting)
    if (tree.store === want.store && (best === undefined || rank(tree, want) > rank(best, want))) best = tree;
  return best;
}

function rank(tree: Waiting, { commit }: Pick<Waiting, "commit">): number {
  return (tree.commit === commit ? 2 : 0) + (tree.isWhole ? 1 : 0);
}

/** The next tree to fill; `undefined`: enough trees wait. */
export function nextFill(
  waiting: readonly Waiting[],
  coming: readonly Coming[],
  limits: PoolLimits,
): { readonly store: string; readonly commit: CommitSha } | undefined {
  if (waiting.length >= limits.trees) return undefined;
  // Of the same repository, all are about as large.
  const sizeOf = (store: string): number =>
    Math.max(0, ...waiting.filter((tree) => tree.store === store).map((tree) => tree.bytes));
  const used = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { store, count, commit } of coming) {
    const have = waiting.filter((tree) => tree.store === store).length;
    if (commit !== null && have < count && used + sizeOf(store) <= limits.bytes) return { store, commit };
  }
  return undefined;
}

/** Those that go: what is beyond the limits, the oldest first, then trees unused for a while. */
export function overdue<T extends Waiting>(
  waiting: readonly T[],
  coming: readonly Coming[],
  { limits, now }: { readonly limits: PoolLimits; readonly now: number },
): readonly T[] {
  const isWanted = (store: string): boolean => coming.some((one) => one.store === store && one.count > 0);
  const old = waiting.filter((tree) => !isWanted(tree.store) && now - tree.since >= patienceMs);
  const gone = new Set(old);
  const rest = waiting.filter((tree) => !gone.has(tree)).toSorted((one, other) => one.since - other.since);
  let bytes = rest.reduce((sum, tree) => sum + tree.bytes, 0);
  let count = rest.length;
  for (const tree of rest) {
    if (count <= limits.trees && bytes <= limits.bytes) break;
    gone.add(tree);
    count -= 1;
    bytes -= tree.bytes;
  }
  return [...gone];
}
