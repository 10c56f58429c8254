import { copyFile, rm, stat, utimes } from "node:fs/promises";
import { TuttiError, messageOf } from "../base/error.ts";
import type { CommitSha, EpochMs, JobId, SheetId, TreeSha } from "../base/ids.ts";
import type { Git } from "../git/git.ts";
import type { Identity } from "../git/identity.ts";
import { listUntracked } from "../git/index.ts";
import { readCommit, swapRef } from "../git/refs.ts";
import { readTree, writeCommit, writeTree } from "../git/trees.ts";
import { keepAgentCommits } from "./agent-commits.ts";
import { type Context, captureIndex } from "./context.ts";
import type { ObjectStore } from "./object-store.ts";
import { agentRefs, captureRef } from "./places.ts";
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
    await copyIndex(context.index, place.index);
    const survey = await surveyContext(git, place);
    const unfiltered = await takeResult(git, place, { survey, scratch: request.scratch });
    const [untaken, tree, history] = await Promise.all([
      listUntracked(git, place),
      writeTree(git, gitDir, place.index),
      keepAgentCommits(git, context, { store: request.store, scratch: request.scratch, refs: agentRefs(request.job, request.sheet, request.attempt) }),
    ]);
    const refused = untaken.map((path): LeftOut => ({ path, reason: "refused by git", bytes: null }));
    const message = `capture of ${request.sheet}, attempt ${String(request.attempt)}\n`;
    const ref = captureRef(request.job, request.sheet, request.attempt);
    const fresh = await writeCommit(git, gitDir, { tree, parents: [context.base], message, by: request.by, at: request.at });
    const commit = await keep(git, gitDir, { ref, tree, commit: fresh });
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
 * does not depend on captures before it.
 */
async function copyIndex(pristine: string, copy: string): Promise<void> {
  await rm(copy, { force: true });
  // A git that was killed in an earlier capture left it; nobody else uses this index.
  await rm(`${copy}.lock`, { force: true });
  await copyFile(pristine, copy);
  // git takes a file for unchanged by its times only if it is older than the index: a copy must not look younger than it is.
  const { mtimeMs } = await stat(pristine);
  await utimes(copy, Math.floor(mtimeMs) / 1000, Math.floor(mtimeMs) / 1000);
}

/**
 * Puts a capture under its ref. One that holds the same is left there: what was recorded of it stays true. A different
 * one of the same attempt is replaced only by naming it.
 */
async function keep(git: Git, gitDir: string, capture: { ref: string; tree: TreeSha; commit: CommitSha }): Promise<CommitSha> {
  const { ref, commit } = capture;
  if (await swapRef(git, gitDir, { ref, next: commit, expected: null, why: "tutti: capture" })) return commit;
  const before = await readCommit(git, gitDir, ref);
  if (before !== undefined && (await readTree(git, gitDir, before)) === capture.tree) return before;
  if (before !== undefined && (await swapRef(git, gitDir, { ref, next: commit, expected: before, why: "tutti: capture" }))) return commit;
  throw new TuttiError("git.failed", `${ref} moved while it was written`, { audience: "environment" });
}
