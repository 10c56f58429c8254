import { existsSync } from "node:fs";
import { join } from "node:path";
import { TuttiError } from "../../base/error.ts";
import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import type { Identity } from "../../git/identity.ts";
import type { Owned } from "../context.ts";
import { type Git, requireOk } from "../../git/git.ts";
import { readRefCommits, type RefCommit } from "../../git/refs/ref-commits.ts";
import { knowTree } from "../../git/history/trees.ts";
import { makeRefFile } from "../../git/refs/ref-files.ts";
import { swapRef } from "../../git/refs/refs.ts";
import { writeLoose } from "../../git/storage/loose.ts";
import { loosePath } from "../../git/storage/loose-path.ts";
import { encodeCommit } from "../../git/objects/bytes/commit-bytes.ts";
import { formatOf, objectName } from "../../git/objects/bytes/object-name.ts";
import { snapshotMessage, snapshotNumber, snapshotRef, type SnapshotWhy } from "./names.ts";
import { withFlatFolder } from "../../base/files/flat-folder.ts";

export interface KeptSnapshot {
  readonly ref: string;
  readonly number: number;
  readonly commit: CommitSha;
  /** False: the newest snapshot holds the same, and is returned. */
  readonly isNew: boolean;
}

/** A commit to become the next snapshot; `base` is its parent, `null`: none. */
export interface NewSnapshot {
  readonly prefix: string;
  readonly commit: CommitSha;
  readonly tree: TreeSha;
  readonly base: CommitSha | null;
}

/** More lost races than this are no race with snapshots. */
const mostTries = 1000;

/**
 * Puts a snapshot under the next free number. A ref is made, never moved, so two at once get two numbers. The same
 * content on the same base makes no ref.
 */
export async function keepSnapshot(git: Git, gitDir: string, next: NewSnapshot): Promise<KeptSnapshot> {
  let number = 0;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const newest = await readNewest(git, gitDir, next.prefix);
    if (newest !== undefined && isSame(newest, next))
      return { ref: newest.ref, number: newest.number, commit: newest.commit, isNew: false };
    number = Math.max(number, newest?.number ?? 0) + 1;
    const ref = snapshotRef(next.prefix, number);
    if (
      (await makeRefFile(gitDir, ref, next.commit)) ||
      (await swapRef(git, gitDir, { ref, next: next.commit, expected: null, why: "tutti: snapshot" }))
    )
      return { ref, number, commit: next.commit, isNew: true };
  }
  throw new TuttiError("git.failed", `no free number for a snapshot under ${next.prefix}`, { audience: "environment" });
}

export async function readNewest(
  git: Git,
  gitDir: string,
  prefix: string,
): Promise<(RefCommit & { readonly number: number }) | undefined> {
  const [newest] = await readRefCommits(git, gitDir, { prefix, last: 1 });
  const number = newest === undefined ? undefined : snapshotNumber(prefix, newest.ref);
  return newest === undefined || number === undefined ? undefined : { ...newest, number };
}

function isSame(newest: RefCommit, next: NewSnapshot): boolean {
  return (
    newest.tree === next.tree &&
    newest.parents.length === (next.base === null ? 0 : 1) &&
    (newest.parents[0] ?? null) === next.base
  );
}

/** Whose snapshot is taken, why, and where it is kept. */
export interface SnapshotRequest extends Owned {
  readonly store: { readonly gitDir: string };
  readonly scratch: string;
  readonly why: SnapshotWhy;
  readonly by: Identity;
  readonly at: EpochMs;
}

export interface KeptTree {
  readonly tree: TreeSha;
  readonly base: CommitSha | null;
  readonly leftOut: number;
  /** Every object of the tree that its base does not have; `null` or absent: git lists them. */
  readonly fresh?: readonly string[] | null;
}

/** A tree as a commit in the store, with all its objects. It needs a ref to be kept. */
export async function writeKept(
  git: Git,
  { store, scratch, job, sheet, attempt, why, by, at }: SnapshotRequest,
  what: KeptTree,
): Promise<CommitSha> {
  const message = snapshotMessage({ job, sheet, attempt, why, leftOut: what.leftOut });
  const parents = what.base === null ? [] : [what.base];
  const bytes = encodeCommit({ tree: what.tree, parents, message, by, at });
  const commit = objectName(formatOf(what.tree), "commit", bytes) as CommitSha;
  await writeLoose(store.gitDir, [[commit, { type: "commit", bytes }]]);
  knowTree(commit, what.tree);
  await ownObjects(
    git,
    { gitDir: store.gitDir, scratch },
    { tips: [commit], base: what.base, names: what.fresh ?? null },
  );
  return commit;
}

/**
 * Copies everything new in these commits into the store itself. git does not write an object that the user's repository
 * has, even an unreachable one: the user's next gc would take it out of a capture.
 */
export async function ownObjects(
  git: Git,
  store: { gitDir: string; scratch: string },
  what: { tips: readonly CommitSha[]; base: CommitSha | null; names?: readonly string[] | null },
): Promise<void> {
  const isHere = (name: string): boolean => existsSync(loosePath(store.gitDir, name));
  // Mostly all of them were just written here.
  if (what.names !== undefined && what.names !== null && what.names.every(isHere)) return;
  const listed = await git.sealed({
    gitDir: store.gitDir,
    args: [
      "rev-list",
      "--objects",
      "--no-object-names",
      ...what.tips,
      ...(what.base === null ? [] : [`^${what.base}`]),
    ],
  });
  const names = requireOk(listed, "listing new objects")
    .toString("utf8")
    .split("\n")
    .filter((name) => name !== "");
  const borrowed = names.filter((name) => !isHere(name));
  if (borrowed.length === 0) return;
  await withFlatFolder(store.scratch, async (folder) => {
    const stdin = `${borrowed.join("\n")}\n`;
    const packed = await git.sealed({
      gitDir: store.gitDir,
      args: ["pack-objects", "-q", join(folder, "pack")],
      stdin,
    });
    const pack = join(folder, `pack-${requireOk(packed, "packing borrowed objects").toString("utf8").trim()}.pack`);
    // Not strict: keep everything that an agent made; landing refuses objects that a push would refuse.
    requireOk(
      await git.sealed({ gitDir: store.gitDir, args: ["index-pack", "--stdin"], stdin: { path: pack } }),
      "keeping borrowed objects",
    );
  });
}
