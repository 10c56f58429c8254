import { rm } from "node:fs/promises";
import type { CommitSha, TreeSha } from "../../base/ids.ts";
import { type Change, readChanges } from "../../git/diff/changes.ts";
import type { Git } from "../../git/git.ts";
import { loadIndex, setEntries } from "../../git/index.ts";
import { mergeCommits } from "../../git/history/merge.ts";
import { readCommit } from "../../git/refs/refs.ts";
import { readTree, writeTree } from "../../git/history/trees.ts";
import type { CaptureRequest } from "../capture/capture.ts";
import { writeKept } from "../snapshots/keep.ts";
import { shownPath } from "../raw-path.ts";
import { standIn } from "../store/stand-in.ts";

/** The changes that earlier attempts of a sheet made in the user's folder. */
export interface EarlierWork {
  /** The folder without it. */
  readonly base: CommitSha;
  /** As the last attempt left it; `null`: unknown. */
  readonly left: CommitSha | null;
  /** Told what can't be separated, as a sentence. */
  readonly tell: (what: string) => void;
}

interface Folder {
  readonly now: TreeSha;
  readonly index: string;
  readonly earlier: EarlierWork;
}

/**
 * The folder as it would be had the sheet never worked in it: as before, with what others have done since its last
 * attempt. Where both changed the same lines, the file stays as before and counts as the sheet's work, so nothing it
 * broke is taken for others'. No ref keeps it. `undefined`: unknown.
 */
export async function withoutEarlierWork(
  git: Git,
  request: CaptureRequest,
  { now, index, earlier }: Folder,
): Promise<CommitSha | undefined> {
  const { gitDir } = request.store;
  const { base, left, tell } = earlier;
  if ((await readCommit(git, gitDir, base)) === undefined) {
    tell("how it was before the earlier attempts is not kept any more, so what they did there counts as others' work");
    return undefined;
  }
  if (left === null || (await readCommit(git, gitDir, left)) === undefined) return base;
  const [before, then] = await Promise.all([readTree(git, gitDir, base), readTree(git, gitDir, left)]);
  if (then === now) return base;
  const tree = await othersOn(git, { gitDir, index }, { base, before, left, then, now, tell });
  return tree === before ? base : writeKept(git, request, { tree, base, leftOut: 0 });
}

interface Versions extends Pick<EarlierWork, "base" | "tell"> {
  readonly before: TreeSha;
  readonly left: CommitSha;
  readonly then: TreeSha;
  readonly now: TreeSha;
}

async function othersOn(
  git: Git,
  place: { readonly gitDir: string; readonly index: string },
  versions: Versions,
): Promise<TreeSha> {
  const { gitDir } = place;
  const origin = await standIn(git, gitDir, { tree: versions.then, parents: [], side: "left" });
  const ours = await standIn(git, gitDir, { tree: versions.before, parents: [origin], side: "before" });
  const theirs = await standIn(git, gitDir, { tree: versions.now, parents: [origin], side: "now" });
  const merge = await mergeCommits(git, gitDir, { ours, theirs });
  return merge.kind === "clean" ? merge.tree : byFiles(git, place, versions);
}

/** By whole files: those that both changed stay as before. */
async function byFiles(
  git: Git,
  { gitDir, index }: { readonly gitDir: string; readonly index: string },
  versions: Versions,
): Promise<TreeSha> {
  const { base, left, now, tell } = versions;
  const [own, others] = await Promise.all([
    readChanges(git, gitDir, { from: base, to: left }),
    readChanges(git, gitDir, { from: left, to: now }),
  ]);
  const isOwn = touchedBy(own);
  const both = others.filter(isOwn);
  if (both.length > 0)
    tell(
      `${named(both)} changed since its last attempt in places that it had changed itself: that counts as its own work`,
    );
  const place = { gitDir, workTree: gitDir, index };
  try {
    await loadIndex(git, place, base);
    const entries = others
      .filter((change) => !isOwn(change))
      .toSorted((one, other) => Number(other.status === "D") - Number(one.status === "D"));
    await setEntries(git, place, entries);
    return await writeTree(git, gitDir, index);
  } finally {
    await rm(index, { force: true });
  }
}

/** A file and a folder can't share a name: setting one removes the other. */
function touchedBy(changes: readonly Change[]): (change: Change) => boolean {
  const paths = new Set(changes.map(({ path }) => path));
  const above = new Set(changes.flatMap(({ path }) => foldersAbove(path)));
  return ({ path }) => paths.has(path) || above.has(path) || foldersAbove(path).some((folder) => paths.has(folder));
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, place) => parts.slice(0, place + 1).join("/"));
}

const mostNamed = 3;

function named(changes: readonly Change[]): string {
  const paths = changes.slice(0, mostNamed).map(({ path }) => shownPath(path));
  return `${paths.join(", ")}${changes.length > mostNamed ? " and others" : ""}`;
}
