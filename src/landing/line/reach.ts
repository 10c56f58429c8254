import type { PathChange } from "../../git/diff/many-changes.ts";

/** The paths (latin1) that a piece of work touches: most pairs need no merge to be told apart. */
export interface Reach {
  readonly paths: ReadonlySet<string>;
  /** At any depth; the top is `""`. */
  readonly around: ReadonlySet<string>;
  /** Folders that got something new. */
  readonly grown: ReadonlySet<string>;
  /** Folders that may have moved: something left them, and something new is elsewhere. */
  readonly moved: ReadonlySet<string>;
  /** Too much to be listed: only a merge tells. */
  readonly isWide: boolean;
}

/** A sheet that vendors a whole tree must not cost everyone's memory. */
const mostPaths = 20_000;

export function reachOf(changes: readonly PathChange[], most: number = mostPaths): Reach {
  const none: ReadonlySet<string> = new Set();
  if (changes.length > most) return { paths: none, around: none, grown: none, moved: none, isWide: true };
  const added = changes.filter(({ status }) => status === "A");
  const deleted = added.length === 0 ? [] : changes.filter(({ status }) => status === "D");
  return {
    paths: new Set(changes.map(({ path }) => path)),
    around: foldersOf(changes),
    grown: foldersOf(added),
    moved: foldersOf(deleted),
    isWide: false,
  };
}

function foldersOf(changes: readonly PathChange[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path } of changes) {
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const folder = path.slice(0, slash);
      // With it come all that it lies in.
      if (folders.has(folder)) break;
      folders.add(folder);
    }
    folders.add("");
  }
  return folders;
}

/**
 * Whether two pieces of work must be merged to know that they can be. Not where no path of one is a path or folder of
 * the other (a rename touches its old path too), and neither adds to a folder that the other may have moved.
 */
export function meets(left: Reach, right: Reach): boolean {
  if (isNothing(left) || isNothing(right)) return false;
  if (left.isWide || right.isWide) return true;
  return (
    haveCommon(left.paths, right.paths) ||
    haveCommon(left.paths, right.around) ||
    haveCommon(left.around, right.paths) ||
    haveCommon(left.moved, right.grown) ||
    haveCommon(left.grown, right.moved)
  );
}

/** The paths at which they meet, sorted. */
export function sharedPaths(left: Reach, right: Reach): readonly string[] {
  const shared = [
    ...common(left.paths, right.paths),
    ...common(left.paths, right.around),
    ...common(left.around, right.paths),
  ];
  return [...new Set(shared)].toSorted();
}

function isNothing({ paths, isWide }: Reach): boolean {
  return paths.size === 0 && !isWide;
}

function haveCommon(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  for (const item of few) if (many.has(item)) return true;
  return false;
}

function common(left: ReadonlySet<string>, right: ReadonlySet<string>): readonly string[] {
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  return [...few].filter((item) => many.has(item));
}
