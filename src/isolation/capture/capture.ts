import { copyFile, rm, stat, utimes } from "node:fs/promises";
import { TuttiError, messageOf } from "../../base/error.ts";
import type { CommitSha, EpochMs, JobId, SheetId, TreeSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import type { Identity } from "../../git/identity.ts";
import { listUntracked, loadIndex } from "../../git/index.ts";
import { readCommit, swapRef } from "../../git/refs.ts";
import { readTree, writeCommit, writeTree } from "../../git/trees.ts";
import { keepAgentCommits } from "./agent-commits.ts";
import { type Context, captureIndex } from "../context.ts";
import type { ObjectStore } from "../object-store.ts";
import { ownObjects } from "./own-objects.ts";
import { agentRefs, captureRef } from "../places.ts";
import { type LeftOut, surveyContext } from "./survey.ts";
import { takeResult } from "./take-result.ts";

declare const proven: unique symbol;

/**
 * Evidence that a context's content is reachable from a ref of Tutti's. Only `captureContext` makes one, and nothing is
 * destroyed without one.
 */
export interface CaptureProof {
  readonly [proven]: true;
  readonly context: Context;
  readonly commit: CommitSha;
  readonly tree: TreeSha;
  readonly ref: string;
  /** Whether the result differs from the base. */
  readonly changed: boolean;
  /** What could not be or should not be taken along, each with the reason. */
  readonly leftOut: readonly LeftOut[];
  /** Paths whose attributes name an external filter: stored as they are, since filters never run. */
  readonly unfiltered: readonly string[];
}

export interface CaptureRequest {
  readonly store: ObjectStore;
  readonly scratch: string;
  readonly job: JobId;
  readonly sheet: SheetId;
  readonly attempt: number;
  readonly by: Identity;
  readonly at: EpochMs;
}

/**
 * Turns everything in a context into a commit under a private ref. It needs nothing a task could have written: the
 * store is the git dir, the index is ours, and the tree is read as data. Doing it again gives the same content.
 */
export async function captureContext(git: Git, context: Context, request: CaptureRequest): Promise<CaptureProof> {
  const gitDir = request.store.gitDir;
  const place = { gitDir, workTree: context.path, index: captureIndex(context) };
  try {
    if (!(await copyIndex(context.index, place.index))) await loadIndex(git, place, context.base);
    const survey = await surveyContext(git, place);
    const unfiltered = await takeResult(git, place, { survey, scratch: request.scratch });
    const [untaken, tree, history] = await Promise.all([
      listUntracked(git, place),
      writeTree(git, gitDir, place.index),
      keepAgentCommits(git, context, { store: request.store, scratch: request.scratch, refs: agentRefs(request.job, request.sheet, request.attempt) }),
    ]);
    const refused = untaken.map((path): LeftOut => ({ path, reason: "refused by git", bytes: null }));
    const message = `capture of ${request.sheet}, attempt ${String(request.attempt)}\n`;
    const fresh = await writeCommit(git, gitDir, { tree, parents: [context.base], message, by: request.by, at: request.at });
    await ownObjects(git, { gitDir, scratch: request.scratch }, { tips: [fresh], base: context.base });
    const { ref, commit } = await keep(git, gitDir, { ref: captureRef(request.job, request.sheet, request.attempt), tree, commit: fresh });
    const changed = tree !== (await readTree(git, gitDir, context.base));
    const known = new Set(survey.leftOut.map((item) => item.path));
    const leftOut = [...survey.leftOut, ...refused.filter((item) => !known.has(item.path)), ...history];
    const proof = { context, commit, tree, ref, changed, leftOut, unfiltered };
    return proof as typeof proof & { readonly [proven]: true };
  } catch (error) {
    throw new TuttiError("context.capture_failed", `could not capture ${context.path}: ${messageOf(error)}`, {
      audience: "environment",
      hint: "Nothing was deleted. Make room or fix the cause, then run: tutti resume",
      cause: error,
    });
  } finally {
    await rm(place.index, { force: true });
  }
}

/**
 * Every capture begins with the index as it was when the context was made: which attributes count and what is compared
 * does not depend on captures before it. False when there is no such index any more.
 */
async function copyIndex(pristine: string, copy: string): Promise<boolean> {
  await rm(copy, { force: true });
  // A git that was killed in an earlier capture left it; nobody else uses this index.
  await rm(`${copy}.lock`, { force: true });
  // After a power cut it may be gone or empty; then every file is compared with the base by its content.
  const { mtimeMs, size } = await stat(pristine).catch(() => ({ mtimeMs: 0, size: 0 }));
  if (size === 0) return false;
  await copyFile(pristine, copy);
  // git takes a file for unchanged by its times only if it is older than the index: a copy must not look younger than it is.
  await utimes(copy, Math.floor(mtimeMs) / 1000, Math.floor(mtimeMs) / 1000);
  return true;
}

/**
 * Puts a capture under its ref. One that holds the same is left there, and one that does not is never replaced: what was
 * recorded of it, and what goes on from it, stays true. A later and different capture of an attempt gets a ref beside it.
 */
async function keep(git: Git, gitDir: string, capture: { ref: string; tree: TreeSha; commit: CommitSha }): Promise<{ ref: string; commit: CommitSha }> {
  for (let again = 0; ; again += 1) {
    const ref = again === 0 ? capture.ref : `${capture.ref}-again-${String(again)}`;
    if (await swapRef(git, gitDir, { ref, next: capture.commit, expected: null, why: "tutti: capture" })) return { ref, commit: capture.commit };
    const before = await readCommit(git, gitDir, ref);
    if (before === undefined) throw new TuttiError("git.failed", `${ref} could not be written`, { audience: "environment" });
    if ((await readTree(git, gitDir, before)) === capture.tree) return { ref, commit: before };
  }
}
