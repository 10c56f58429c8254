import { TuttiError } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { readTree } from "../../git/history/trees.ts";
import { createRefs, readCommit } from "../../git/refs/refs.ts";
import { keepSnapshot, readNewest, type SnapshotRequest } from "../snapshots/keep.ts";
import { readSnapshotMessage, snapshotRefs } from "../snapshots/names.ts";
import type { Context } from "../context.ts";
import { agentRefs, pinRef } from "../home/places.ts";
import type { CaptureProof } from "./capture.ts";

/** A capture that another machine made, whose objects are in the store. */
export interface Arrived extends Pick<CaptureProof, "leftOut" | "unfiltered"> {
  readonly commit: CommitSha;
  /** The agent's own commits. */
  readonly own: readonly CommitSha[];
}

/**
 * of ours. The changes are compared here, not trusted.
 */
export async function importCapture(
  git: Git,
  context: Context,
  { request, arrived }: { readonly request: SnapshotRequest; readonly arrived: Arrived },
): Promise<CaptureProof> {
  const { store, job, sheet, attempt } = request;
  const { commit, own, leftOut, unfiltered } = arrived;
  const parent = await readCommit(git, store.gitDir, `${commit}^`);
  if (parent !== context.base)
    throw new TuttiError("context.capture_failed", `${commit} is no capture on ${context.base}`, { audience: "user" });
  const tree = await readTree(git, store.gitDir, commit);
  const refs = agentRefs(job, sheet, attempt);
  await createRefs(git, store.gitDir, new Map(own.map((name) => [`${refs}/${name}`, name])));
  const {
    ref,
    number,
    commit: kept,
  } = await keepSnapshot(git, store.gitDir, {
    prefix: snapshotRefs(job, sheet),
    commit,
    tree,
    base: context.base,
  });
  const changed = tree !== (await readTree(git, store.gitDir, context.base));
  return { context, commit: kept, tree, ref, number, changed, leftOut, unfiltered } as unknown as CaptureProof;
}

/** Of an attempt whose machine is gone: the last capture of it that arrived, or its base, if none did. */
export async function lastArrived(git: Git, context: Context, request: SnapshotRequest): Promise<CaptureProof> {
  const { store, job, sheet, attempt } = request;
  const newest = await readNewest(git, store.gitDir, snapshotRefs(job, sheet));
  const isOwn = newest !== undefined && newest.parents[0] === context.base && isOf(newest.message, attempt);
  const { ref, number, commit } = isOwn ? newest : { ref: pinRef(job), number: 0, commit: context.base };
  const [tree, before] = [await readTree(git, store.gitDir, commit), await readTree(git, store.gitDir, context.base)];
  const proof = { context, commit, tree, ref, number, changed: tree !== before, leftOut: [], unfiltered: [] };
  return proof as unknown as CaptureProof;
}

function isOf(message: string, attempt: number): boolean {
  return readSnapshotMessage(message)?.attempt === attempt;
}
