import { copyFile, lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import { TuttiError, messageOf } from "../../../base/error.ts";
import { withFlatFolder } from "../../../base/files/flat-folder.ts";
import type { CommitSha, TreeSha } from "../../../base/ids.ts";
import { insist } from "../../../base/insist.ts";
import { copyObjects } from "../../../git/storage/copy-objects.ts";
import type { Git } from "../../../git/git.ts";
import { type IndexEntry, readIndexChanges } from "../../../git/diff/changes.ts";
import { loadIndex, setEntries } from "../../../git/index.ts";
import { writeTree } from "../../../git/history/trees.ts";

/** Where the sides of a conflict lie in the tree of what was staged. */
const sides = ".tutti-conflicts";

/** Somebody's index, the objects it names, and the commit it is compared with. */
export interface ForeignIndex {
  /** `null` where there is none. */
  readonly index: string | null;
  /** What lets git find objects that only its owner has. */
  readonly env: () => Promise<Readonly<Record<string, string>>>;
  readonly base: CommitSha;
}

export interface Staged {
  /** `null` when the index says nothing that the commit does not. */
  readonly tree: TreeSha | null;
  readonly problems: readonly string[];
}

/** What an index says otherwise than its commit, as a tree in the store. The index is read as data, from a copy. */
export async function keepStaged(
  git: Git,
  way: { store: string; scratch: string },
  from: ForeignIndex,
): Promise<Staged> {
  const { store, scratch } = way;
  try {
    const keep = async (index: string | null): Promise<Staged> => {
      const env = index === null ? {} : await from.env();
      const entries = index === null ? [] : await readIndexChanges(git, { gitDir: store, index, env }, from.base);
      if (index === null || entries.length === 0) return { tree: null, problems: [] };
      const blobs = new Set(
        entries.filter((entry) => entry.mode !== "0" && entry.mode !== "160000").map((entry) => entry.blob),
      );
      await copyObjects(git, { store, scratch, env }, { kind: "objects", names: [...blobs] });
      return { tree: await treeWith(git, { gitDir: store, index, base: from.base }, entries), problems: [] };
    };
    return await insist(() => withIndexCopy(from.index, scratch, keep));
  } catch (error) {
    return { tree: null, problems: [`what is staged in it can't be read: ${messageOf(error)}`] };
  }
}

/** How many paths are staged; `null` when that can't be read. */
export async function countStaged(
  git: Git,
  desk: { gitDir: string; scratch: string },
  from: ForeignIndex,
): Promise<number | null> {
  return withIndexCopy(from.index, desk.scratch, async (index) => {
    if (index === null) return 0;
    const entries = await readIndexChanges(git, { gitDir: desk.gitDir, index, env: await from.env() }, from.base);
    return new Set(entries.map((entry) => entry.path)).size;
  }).catch(() => null);
}

async function treeWith(
  git: Git,
  place: { gitDir: string; index: string; base: CommitSha },
  entries: readonly IndexEntry[],
): Promise<TreeSha> {
  await rm(place.index, { force: true });
  const mine = { gitDir: place.gitDir, workTree: place.gitDir, index: place.index };
  await loadIndex(git, mine, place.base);
  const placed = entries.map(({ mode, blob, path, stage }) => ({
    mode,
    blob,
    path: stage === 0 ? path : `${sides}/${String(stage)}/${path}`,
  }));
  await setEntries(git, mine, placed);
  return writeTree(git, place.gitDir, place.index);
}

/** Larger than the index of any repository there is: what a task put in its place is not copied. */
const largestIndex = 1024 ** 3;

/** Lends a copy of an index: git may write to the one it reads. */
export async function withIndexCopy<T>(
  index: string | null,
  scratch: string,
  use: (index: string | null) => Promise<T>,
): Promise<T> {
  const stats = index === null ? undefined : await lstat(index).catch(() => undefined);
  if (index === null || stats?.isFile() !== true) return use(null);
  if (stats.size > largestIndex)
    throw new TuttiError("git.failed", "its index is too large", { audience: "environment" });
  return withFlatFolder(scratch, async (folder) => {
    const copy = join(folder, "index");
    await copyFile(index, copy);
    return use(copy);
  });
}
