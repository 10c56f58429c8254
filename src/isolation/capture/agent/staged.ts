import { join } from "node:path";
import { copyFile, lstat, rm } from "node:fs/promises";
import type { CommitSha, EpochMs, TreeSha } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import type { Identity } from "../../../git/identity.ts";
import { createRefs, readCommit } from "../../../git/refs/refs.ts";
import { writeCommit, writeTree } from "../../../git/history/trees.ts";
import type { Context } from "../../context.ts";
import type { ObjectStore } from "../../store/object-store.ts";
import { readHead } from "./git-data.ts";
import { agentGit, isUntouched, lend } from "./agent-git.ts";
import type { LeftOut } from "../survey/left-out.ts";
import { messageOf, TuttiError } from "../../../base/error.ts";
import { withFlatFolder } from "../../../base/files/flat-folder.ts";
import { insist } from "../../../base/fault.ts";
import { copyObjects } from "../../../git/remote/transfer.ts";
import { type IndexEntry, readIndexChanges } from "../../../git/diff/changes.ts";
import { loadIndex, setEntries } from "../../../git/index.ts";

/**
 * Keeps what an agent staged and then changed or deleted in its files: only its index still has it. The same content
 * makes the same commit, so periodic snapshots make one ref.
 */
export async function keepAgentStaged(
  git: Git,
  context: Context,
  way: { store: ObjectStore; scratch: string; refs: string; tree: TreeSha; by: Identity },
): Promise<readonly LeftOut[]> {
  const found = agentGit(context, way.store);
  if (found === null) return [];
  const index = join(found.gitDir, "index");
  if (await isUntouched(index, context.index)) return [];
  const gitDir = way.store.gitDir;
  const base = await standOf(git, context, { ...found, store: gitDir });
  const staged = await keepStaged(
    git,
    { store: gitDir, scratch: way.scratch },
    { index, env: () => lend(found.objects, way.store), base },
  );
  if (staged.tree !== null && staged.tree !== way.tree) {
    const message = `what was staged in ${context.id}\n`;
    const commit = await writeCommit(git, gitDir, {
      tree: staged.tree,
      parents: [base],
      message,
      by: way.by,
      at: 0 as EpochMs,
    });
    await createRefs(git, gitDir, new Map([[`${way.refs}/${commit}`, commit]]));
  }
  return staged.problems.map(
    (detail): LeftOut => ({ path: ".git/index", reason: "unreadable history", bytes: null, detail }),
  );
}

/** The agent's HEAD, which is kept by now: index entries that match it are not staged. */
async function standOf(
  git: Git,
  context: Context,
  of: { gitDir: string; refs: string; store: string },
): Promise<CommitSha> {
  const { commit } = await readHead(of.gitDir, of.refs);
  return (commit === null ? undefined : await readCommit(git, of.store, commit)) ?? context.base;
}

const sides = ".tutti-conflicts";

/** An index, the objects it names, and the commit it is compared with. */
export interface ForeignIndex {
  readonly index: string | null;
  /** Lets git find objects that only its owner has. */
  readonly env: () => Promise<Readonly<Record<string, string>>>;
  readonly base: CommitSha;
}

export interface Staged {
  /** `null`: the index equals the commit. */
  readonly tree: TreeSha | null;
  readonly problems: readonly string[];
}

/** The differences between an index and its commit, as a tree in the store. Reads a copy of the index as data. */
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

/** How many paths are staged; `null`: unreadable. */
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

/** Larger than any real index: a task put it there. */
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
