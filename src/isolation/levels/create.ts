import { appendFile, copyFile, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { TuttiError, messageOf } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import { literally } from "../../base/ignore/gitignore-words.ts";
import { makeFolder } from "../../base/files/make-folder.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { listSpecial, loadIndex, populate } from "../../git/index.ts";
import type { Context, ContextRequest } from "../context.ts";
import { isNested, lendWithin } from "../prepare/lend-within.ts";
import type { Places } from "../home/places.ts";
import { claimAdmin, makingMark, recordOf, writeRecord } from "../records/record.ts";
import { removeTree } from "../remove-tree.ts";
import { writeMade } from "../records/unfinished.ts";
import { fetchMissing } from "../special/partial.ts";
import { giveModules } from "../special/submodules.ts";
import { identityConfig } from "./clone.ts";
import { levelTable } from "./table.ts";

/**
 * Makes a context with files of its own at an exact commit. Until it is handed out it carries the mark of its maker:
 * what a maker who died left can be told from work, and never stands in the way of the same id.
 */
export async function createContext(
  git: Git,
  places: Places,
  request: ContextRequest & { readonly at: EpochMs },
): Promise<Context> {
  const context = await makeContext(git, places, request);
  // The last step before an agent may work in it: it can be found again from here on, and is no longer anybody's to
  // sweep.
  await writeRecord(places, recordOf(context, request, request.continueFrom));
  await rm(makingMark(places, context.id));
  return context;
}

/** A context that is not handed out: whoever dies with it in hand leaves waste, not work. */
export async function makeContext(git: Git, places: Places, request: ContextRequest): Promise<Context> {
  const { id, level, base, branch, state, fallback, path } = request;
  const context: Context = {
    id,
    level,
    base,
    branch,
    state,
    fallback,
    path,
    index: join(places.admin(id), "work.index"),
  };
  // Only what this call made itself is cleared away when it fails: an id or a folder may be somebody else's.
  const made: string[] = [];
  try {
    await mkdir(places.contexts, { recursive: true, mode: 0o700 });
    await claimAdmin(places, id, path);
    made.push(places.admin(id));
    // Not by `recursive`: where the score names the folder, it may be one in which none can be made.
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 });
    made.push(path);
    await writeMade(places, id, path);
    await mkdir(state, { recursive: true, mode: 0o700 });
    await fillIn(git, context, request);
    return await lendTo(git, context, request);
  } catch (error) {
    for (const folder of made.toReversed()) await removeTree(folder).catch(() => undefined);
    throw new TuttiError(
      "context.create_failed",
      `could not make a context for ${request.sheet}: ${messageOf(error)}`,
      {
        audience: "environment",
        cause: error,
      },
    );
  }
}

async function lendTo(git: Git, context: Context, { store, borrow = [] }: ContextRequest): Promise<Context> {
  const { top } = store.repository;
  if (top === null || !borrow.some(isNested)) return context;
  const { submodules } = await listSpecial(git, { gitDir: store.gitDir, workTree: context.path, index: context.index });
  const modules = submodules.map((path) => Buffer.from(path, "latin1").toString("utf8"));
  const lent = await lendWithin(context.path, { top, borrow, modules });
  if (lent.length === 0) return context;
  await hideFromGit(context.path, lent);
  return { ...context, lent, lentFrom: top };
}

/**
 * An agent that adds all that is there should not add these, even when an installer made the folder anew, without the
 * ignore file that it was lent with. A worktree has no such list of its own.
 */
async function hideFromGit(path: string, lent: readonly string[]): Promise<void> {
  const info = join(path, ".git", "info");
  if (await exists(info))
    await appendFile(join(info, "exclude"), lent.map((folder) => `/${literally(folder)}\n`).join(""));
}

async function fillIn(git: Git, context: Context, request: ContextRequest): Promise<void> {
  const { store, continueFrom, base } = request;
  const from = continueFrom ?? base;
  await fetchMissing(git, store, continueFrom === null ? [base] : [base, continueFrom]);
  const ownGitDir = await levelTable[context.level].link(git, context, request);
  await populate(git, { gitDir: store.gitDir, workTree: context.path, index: context.index }, from);
  if (ownGitDir === null) return;
  await giveIndex(git, context, { store: store.gitDir, ownGitDir, from: continueFrom });
  await giveModules(git, {
    store: store.gitDir,
    base,
    folder: context.path,
    gitDir: ownGitDir,
    config: identityConfig(request.identity),
  });
}

/**
 * The agent's index says the base, so that what it goes on from shows as changes; ours keeps the stat data of every
 * file.
 */
async function giveIndex(
  git: Git,
  context: Context,
  way: { store: string; ownGitDir: string; from: CommitSha | null },
): Promise<void> {
  const theirs = join(way.ownGitDir, "index");
  await copyFile(context.index, theirs);
  if (way.from === null) return;
  await loadIndex(git, { gitDir: way.store, workTree: context.path, index: theirs }, context.base);
}
