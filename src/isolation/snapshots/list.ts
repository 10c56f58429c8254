import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import { type FileStat, readFileStats, readSizes } from "../../git/diff/file-stats.ts";
import type { Git } from "../../git/git.ts";
import { readRefCommits } from "../../git/refs/ref-commits.ts";
import { readSnapshotMessage, refsOf, snapshotNumber, type SnapshotsOf } from "./names.ts";

export interface Snapshot {
  readonly number: number;
  readonly ref: string;
  readonly commit: CommitSha;
  readonly tree: TreeSha;
  /** The commit its context was made at, or the workspace's previous snapshot. */
  readonly base: CommitSha | null;
  readonly at: EpochMs;
  /** Also of a workspace: whose attempt. */
  readonly sheet: string;
  readonly attempt: number;
  readonly why: string;
  readonly leftOut: number;
}

export interface SnapshotSize {
  readonly files: number;
  readonly insertions: number;
  readonly deletions: number;
  readonly bytes: number;
}

/** Bounds git's output in memory. */
const atOnce = 100;

/** The newest last. */
export async function readSnapshots(git: Git, gitDir: string, of: SnapshotsOf): Promise<readonly Snapshot[]> {
  const prefix = refsOf(of);
  const found: Snapshot[] = [];
  for (const { ref, commit, tree, parents, at, message } of await readRefCommits(git, gitDir, { prefix })) {
    const number = snapshotNumber(prefix, ref);
    const about = readSnapshotMessage(message);
    if (number === undefined || about === undefined) continue;
    const { sheet, attempt, why, leftOut } = about;
    found.push({ number, ref, commit, tree, base: parents[0] ?? null, at, sheet, attempt, why, leftOut });
  }
  return found;
}

export async function listSnapshots(
  git: Git,
  gitDir: string,
  of: SnapshotsOf,
): Promise<readonly (Snapshot & SnapshotSize)[]> {
  const snapshots = await readSnapshots(git, gitDir, of);
  const listed: (Snapshot & SnapshotSize)[] = [];
  for (let at = 0; at < snapshots.length; at += atOnce) {
    const some = snapshots.slice(at, at + atOnce);
    const stats = await readFileStats(
      git,
      gitDir,
      some.map(({ commit }) => ({ commit, against: null })),
    );
    const sizes = await readSizes(git, gitDir, blobsOf(stats.flat()));
    listed.push(...some.map((snapshot, place) => ({ ...snapshot, ...sizeOf(stats[place] ?? [], sizes) })));
  }
  return listed;
}

export function blobsOf(stats: readonly FileStat[]): ReadonlySet<string> {
  return new Set(stats.flatMap(({ blob }) => blob ?? []));
}

export function sizeOf(stats: readonly FileStat[], sizes: ReadonlyMap<string, number>): SnapshotSize {
  const sum = (of: (stat: FileStat) => number | null): number =>
    stats.reduce((total, stat) => total + (of(stat) ?? 0), 0);
  return {
    files: stats.length,
    insertions: sum(({ insertions }) => insertions),
    deletions: sum(({ deletions }) => deletions),
    bytes: sum(({ blob }) => (blob === null ? null : (sizes.get(blob) ?? 0))),
  };
}
