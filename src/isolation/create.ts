import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TuttiError, messageOf, unreachable } from "../base/error.ts";
import type { CommitSha, ContextId } from "../base/ids.ts";
import type { Git } from "../git/git.ts";
import { loadIndex, populate } from "../git/index.ts";
import { readTree } from "../git/trees.ts";
import { writeCloneFolder } from "./clone.ts";
import { type Context, type ContextRequest, contextIdOf } from "./context.ts";
import type { Places } from "./places.ts";
import { unusedMark, writeRecord } from "./record.ts";
import { linkWorktree } from "./worktree.ts";

/**
 * Makes a context at an exact commit. A half-made one that a crash left under the same name is never taken over:
 * an attempt has its context once, and whatever lies in its place was swept aside at start-up.
 */
export async function createContext(git: Git, places: Places, request: ContextRequest): Promise<Context> {
  const work = contextIdOf(request.job, request.sheet, request.attempt);
  const id = (request.purpose === "work" ? work : `${work}.${request.purpose}`) as ContextId;
  const path = places.context(id);
  const attemptFolder = places.attempt(request.job, request.sheet, request.attempt);
  const index = join(attemptFolder, `${request.purpose}.index`);
  const context: Context = { id, mode: request.mode, path, base: request.base, index };
  try {
    await mkdir(places.contexts, { recursive: true, mode: 0o700 });
    await mkdir(attemptFolder, { recursive: true, mode: 0o700 });
    await mkdir(places.contextFolder(id), { mode: 0o700 });
    await writeFile(unusedMark(places, id), "");
    await mkdir(path, { mode: 0o700 });
    await rm(index, { force: true });
    // A git that was killed in an earlier context of the same name left its lock; nobody else uses this index.
    await rm(`${index}.lock`, { force: true });
    const ownGitDir = await link(git, context, request);
    await fill(git, context, { store: request.store.gitDir, from: request.continueFrom ?? request.base });
    await giveIndex(git, context, { store: request.store.gitDir, ownGitDir, from: request.continueFrom });
    if (request.purpose === "work") await handOut(places, attemptFolder, context);
    return context;
  } catch (error) {
    throw new TuttiError("context.create_failed", `could not make a context for ${request.sheet}: ${messageOf(error)}`, {
      audience: "environment",
      cause: error,
    });
  }
}

/** The last step before an agent may work in a context: it can be found again from here on, and is no longer anybody's to sweep. */
async function handOut(places: Places, attemptFolder: string, context: Context): Promise<void> {
  await writeRecord(attemptFolder, context);
  await rm(unusedMark(places, context.id));
}

/** Gives the folder its git side; returns the git dir whose index the agent sees. */
async function link(git: Git, context: Context, request: ContextRequest): Promise<string> {
  switch (context.mode) {
    case "clone":
      return writeCloneFolder(context, request);
    case "worktree":
      return linkWorktree(git, context, request);
    default:
      return unreachable(context.mode);
  }
}

async function fill(git: Git, context: Context, what: { store: string; from: CommitSha }): Promise<void> {
  const tree = await readTree(git, what.store, what.from);
  await populate(git, { gitDir: what.store, workTree: context.path, index: context.index }, tree);
}

/** The agent's index says the base, so that what it goes on from shows as changes; ours keeps the stat data of every file. */
async function giveIndex(git: Git, context: Context, way: { store: string; ownGitDir: string; from: CommitSha | null }): Promise<void> {
  const theirs = join(way.ownGitDir, "index");
  await copyFile(context.index, theirs);
  if (way.from === null) return;
  await loadIndex(git, { gitDir: way.store, workTree: context.path, index: theirs }, context.base);
}
