import { copyFile, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { TuttiError, messageOf } from "../../base/error.ts";
import { makeNewFolder } from "../../base/files/write/make-folder.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { listSpecial, loadIndex, populate } from "../../git/index.ts";
import { type ObjectFormat, formatOf } from "../../git/objects/bytes/object-name.ts";
import { bringFiles } from "../../git/plain/bring-files.ts";
import { readIndexStats } from "../../git/storage/index-stats.ts";
import { exists } from "../../base/files/exists.ts";
import { shownPath } from "../raw-path.ts";
import type { Context, ContextRequest } from "../context.ts";
import { prepare } from "../prepare/prepare.ts";
import { forgetView } from "../prepare/installed/views.ts";
import type { Places } from "../home/places.ts";
import { claimAdmin, makingMark, writeMade } from "../records/making.ts";
import { recordOf, writeRecord } from "../records/record.ts";
import { removeTree } from "../cleanup/remove-tree.ts";
import type { WarmWish } from "../pool/warm.ts";
import { fetchMissing } from "../store/partial.ts";
import { type GivenModules, giveModules } from "../prepare/submodules.ts";
import { identityConfig, moveClone } from "./clone.ts";
import { levelTable } from "./table.ts";

/**
 * Makes a context with files of its own at a commit. Until handed out it carries its maker's mark: leftovers of a dead
 * maker are no work, and never block the id.
 */
export async function createContext(
  git: Git,
  places: Places,
  request: ContextRequest & { readonly at: EpochMs },
): Promise<Context> {
  const context = await makeContext(git, places, request);
  // The last step before an agent works in it: from here on it can be reopened, and no sweep removes it.
  await writeRecord(places, recordOf(context, request, request.start.continueFrom));
  await rm(makingMark(places, context.id));
  return context;
}

/** Not handed out: a maker that dies leaves waste, not work. */
export async function makeContext(git: Git, places: Places, request: ContextRequest): Promise<Context> {
  const {
    id,
    isolation: { level, fallback },
    start: { base },
    head: { branch },
    folders: { state, path },
  } = request;
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
  const {
    git: { store },
  } = request;
  // Remove only what this call made: an id or a folder may be another's.
  const made: string[] = [];
  try {
    await mkdir(places.contexts, { recursive: true, mode: 0o700 });
    await claimAdmin(places, id, path);
    made.push(places.admin(id));
    // Not `recursive`: the score may name a folder in which none can be made.
    await makeNewFolder(path);
    made.push(path);
    await mkdir(state, { recursive: true, mode: 0o700 });
    const isFilled = await takeWarm(git, context, { ...request, claim: (folder) => writeMade(places, id, folder) });
    if (!isFilled) await writeMade(places, id, path);
    const modules = await fillIn(git, context, { ...request, isFilled });
    await store.warm?.handOut(context, request.start.continueFrom ?? base);
    return await prepareIn(git, places, { context, request, modules });
  } catch (error) {
    for (const folder of made.toReversed()) await removeTree(folder).catch(() => undefined);
    if (made.includes(path)) await forgetView(places, path).catch(() => undefined);
    throw new TuttiError(
      "context.create_failed",
      `could not make a context for ${request.whose.sheet}: ${messageOf(error)}`,
      {
        audience: "environment",
        cause: error,
      },
    );
  }
}

async function prepareIn(
  git: Git,
  places: Places,
  { context, request, modules }: { context: Context; request: ContextRequest; modules: GivenModules },
): Promise<Context> {
  const {
    git: { store },
    needs: { borrow = [], above, showInstalled, recipe } = {},
  } = request;
  // Packages of this machine need not fit an image, and links would lead out of the container.
  const isApart = recipe?.container !== undefined;
  const showIn = isApart ? undefined : showInstalled?.(store.repository);
  // One that had this path before may have left its view.
  await forgetView(places, context.path);
  return prepare(git, context, {
    top: store.repository.top,
    repository: store.repository,
    borrow: isApart ? [] : borrow,
    store: store.gitDir,
    include: recipe?.include ?? [],
    modules,
    ...(above === undefined ? {} : { above }),
    ...(showIn === undefined ? {} : { showInstalled: showIn }),
  });
}

/**
 * Brings a context that was never handed out, and that nothing has touched, to another commit: only what differs is
 * written. `undefined`: its files would not be those that git writes into an empty folder.
 */
export async function refillContext(
  git: Git,
  places: Places,
  { context, request }: { readonly context: Context; readonly request: ContextRequest },
): Promise<Context | undefined> {
  const {
    git: { store },
    start: { base },
  } = request;
  const place = { gitDir: store.gitDir, workTree: context.path, index: context.index };
  const format = formatOf(base);
  const before = await readAttributes(context.index, format);
  await fetchMissing(git, store, [base]);
  await bringFiles(git, place, { commit: base, objects: store.objects?.() });
  // Files that did not change are not converted anew.
  if (before === undefined || before !== (await readAttributes(context.index, format))) return undefined;
  const ownGitDir = await moveClone(context, request);
  const moved = { ...context, base };
  await giveIndex(git, moved, { store: store.gitDir, ownGitDir, from: null });
  await store.warm?.handOut(moved, base);
  return prepareIn(git, places, { context: moved, request, modules: { filled: [], empty: [] } });
}

/** `undefined`: it has submodules, or only git can read it. */
async function readAttributes(index: string, format: ObjectFormat): Promise<string | undefined> {
  const stats = readIndexStats(await readFile(index), format);
  return stats === undefined || stats.hasSubmodules ? undefined : stats.attributes;
}

/** The folder is empty; what is moved into it was made by Tutti as well. */
async function takeWarm(
  git: Git,
  context: Context,
  { git: { store }, start: { continueFrom, base }, claim }: ContextRequest & Pick<WarmWish, "claim">,
): Promise<boolean> {
  await fetchMissing(git, store, continueFrom === null ? [base] : [base, continueFrom]);
  return (await store.warm?.take(context, { commit: continueFrom ?? base, claim })) ?? false;
}

async function fillIn(
  git: Git,
  context: Context,
  request: ContextRequest & { readonly isFilled: boolean },
): Promise<GivenModules> {
  const {
    git: { store },
    start: { continueFrom, base },
    isFilled,
  } = request;
  const from = continueFrom ?? base;
  const place = { gitDir: store.gitDir, workTree: context.path, index: context.index };
  const [linked, filled] = await Promise.allSettled([
    levelTable[context.level].link(git, context, request),
    isFilled ? undefined : populate(git, place, from),
  ]);
  // Only when neither writes there any more: the folder is removed after a failure.
  if (filled.status === "rejected") throw filled.reason;
  if (linked.status === "rejected") throw linked.reason;
  const ownGitDir = linked.value;
  if (ownGitDir === null) return withoutGit(git, context, store.gitDir);
  await giveIndex(git, context, { store: store.gitDir, ownGitDir, from: continueFrom });
  return giveModules(git, {
    store: store.gitDir,
    base,
    folder: context.path,
    gitDir: ownGitDir,
    config: identityConfig(request.git.identity),
    top: store.repository.top,
  });
}

/** git is not there to tell a submodule's files from the commit's own. */
async function withoutGit(git: Git, { path, index }: Context, gitDir: string): Promise<GivenModules> {
  if (!(await exists(join(path, ".gitmodules")))) return { filled: [], empty: [] };
  const { submodules } = await listSpecial(git, { gitDir, workTree: path, index });
  return {
    filled: [],
    empty: submodules.map((module) => ({ path: shownPath(module), why: "the context has no git" })),
  };
}

/** The agent's index is at the base, so that earlier work shows as changes; ours keeps the stat data. */
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
