import { copyFile, lstat, readdir, rm, stat, utimes } from "node:fs/promises";
import { TuttiError, messageOf } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import type { CommitSha, TreeSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { type PrivateIndex, listEntries, loadIndex } from "../../git/index.ts";
import { createRefs } from "../../git/refs/refs.ts";
import { readTree } from "../../git/history/trees.ts";
import { formatOf } from "../../git/objects/bytes/object-name.ts";
import { readIndexFile } from "../../git/storage/index-file.ts";
import { writeIndexTree } from "../../git/storage/index-tree.ts";
import { captureIndex, type Context } from "../context.ts";
import { type Lent, lentTo } from "../prepare/lent.ts";
import type { ObjectStore } from "../store/object-store.ts";
import { agentRefs } from "../home/places.ts";
import { childPath, pathBytes } from "../raw-path.ts";
import { removeTree } from "../cleanup/remove-tree.ts";
import { keepSnapshot, type KeptTree, type SnapshotRequest, writeKept } from "../snapshots/keep.ts";
import { snapshotRefs } from "../snapshots/names.ts";
import { keepAgentCommits } from "./agent/commits.ts";
import { keepAgentStaged } from "./agent/staged.ts";
import { readAgentTracked } from "./agent/tracked.ts";
import { foldersOf, type LeftOut, newlyLeftOut } from "./survey/left-out.ts";
import { surveySubmodules } from "./nested/submodules.ts";
import { type Tracked, surveyContext } from "./survey/survey.ts";
import { takeResult } from "./take-result.ts";

declare const proven: unique symbol;

/**
 * Evidence that a context's content is reachable from a ref of Tutti's. Only `captureContext` makes one; nothing is
 * destroyed without one.
 */
export interface CaptureProof {
  readonly [proven]: true;
  readonly context: Context;
  readonly commit: CommitSha;
  readonly tree: TreeSha;
  readonly ref: string;
  readonly number: number;
  readonly changed: boolean;
  /** Paths that are not in it, each with the reason. */
  readonly leftOut: readonly LeftOut[];
  /** Paths whose attributes name an external filter. Filters never run: they are stored as they are. */
  readonly unfiltered: readonly string[];
}

export interface CaptureRequest extends SnapshotRequest {
  readonly store: ObjectStore;
}

/**
 * Turns everything in a context into a commit under a private ref. It uses nothing a task could have written: the store
 * is the git dir, the index is ours, the tree is read as data. Repeating it gives the same content.
 */
export async function captureContext(git: Git, context: Context, request: CaptureRequest): Promise<CaptureProof> {
  const place = {
    gitDir: request.store.gitDir,
    workTree: context.path,
    index: captureIndex(context),
    format: formatOf(context.base),
    ...lentTo(context),
  };
  try {
    if (!(await copyIndex(context.index, place.index))) await loadIndex(git, place, context.base);
    const baseTree = await readTree(git, place.gitDir, context.base);
    const isAtBase = (await readIndexFile(place.index, place.format))?.root?.id === baseTree;
    const unread: LeftOut[] = [];
    const tracked = async (): Promise<ReadonlySet<string>> => {
      const { paths, problems } = await readAgentTracked(git, context, request);
      unread.push(...problems);
      return paths;
    };
    const files = { scratch: request.scratch, views: `${place.index}.modules`, tracked };
    const { tree, fresh, leftOut, unfiltered, evidence } = await recordFiles(git, place, files);
    const refs = agentRefs(request.job, request.sheet, request.attempt);
    const way = { store: request.store, scratch: request.scratch, refs };
    const history = await keepAgentCommits(git, context, way);
    const staged = await keepAgentStaged(git, context, { ...way, tree, by: request.by });
    await createRefs(git, place.gitDir, new Map(evidence.map((commit) => [`${refs}/${commit}`, commit])));
    // Report a broken git folder once, not three times.
    const all = [
      ...(await newlyLeftOut(context, leftOut)),
      ...([history, staged, unread].find((problems) => problems.length > 0) ?? []),
    ];
    const kept = await keepTree(git, request, {
      tree,
      base: context.base,
      leftOut: all.length,
      // At the start the index may hold the base's entries or any others.
      fresh: isAtBase ? fresh : null,
    });
    const proof = { context, ...kept, tree, changed: tree !== baseTree, leftOut: all, unfiltered };
    return proof as typeof proof & { readonly [proven]: true };
  } catch (error) {
    throw new TuttiError("context.capture_failed", `could not capture ${context.path}: ${messageOf(error)}`, {
      // A folder that its agent removed does not come back: no fault of the machine to wait for.
      audience: (await exists(context.path)) ? "environment" : "user",
      hint: "Nothing was deleted. Make room or fix the cause, then run: tutti resume",
      cause: error,
    });
  } finally {
    await rm(place.index, { force: true });
    await removeTree(`${place.index}.modules`);
  }
}

export interface RecordedFiles {
  readonly tree: TreeSha;
  /** All objects that were not in the index before; `null`: unknown. */
  readonly fresh: readonly string[] | null;
  readonly leftOut: readonly LeftOut[];
  readonly unfiltered: readonly string[];
  /** Commits in the store with files that are not part of the result; nothing keeps them until they get refs. */
  readonly evidence: readonly CommitSha[];
}

interface RecordWay {
  readonly scratch: string;
  readonly views: string | null;
  /** Files to record even if they are ignored. */
  readonly tracked?: Tracked;
}

/** Records a folder's files in a private index, and lists what had to stay out. */
export async function recordFiles(git: Git, place: PrivateIndex & Lent, way: RecordWay): Promise<RecordedFiles> {
  const survey = await surveySubmodules(git, place, {
    survey: await surveyContext(git, place, way.tracked),
    scratch: way.scratch,
    views: way.views,
  });
  const unfiltered = await takeResult(git, place, { survey, scratch: way.scratch });
  const { tree, made, entries: read } = await writeIndexTree(git, place);
  const entries = new Map((read ?? (await listEntries(git, place))).map((entry) => [entry.path, entry]));
  const left = await stillLeftOut(
    place.workTree,
    survey.leftOut,
    new Set(survey.forced.filter((path) => entries.has(path))),
  );
  // An ignored file that git refused is still told as ignored.
  const known = new Set([...left.map((item) => item.path), ...survey.forced]);
  const untaken = survey.changed.filter((path) => !entries.has(path) && !known.has(path));
  const isThere = await Promise.all(
    untaken.map((path) =>
      lstat(pathBytes(place.workTree, path)).then(
        () => true,
        () => false,
      ),
    ),
  );
  const refused = untaken
    .filter((_, at) => isThere[at] === true)
    .map((path): LeftOut => ({ path, reason: "refused by git", bytes: null }));
  // A submodule's commit is an object of another repository.
  const blobs = [...survey.changed, ...survey.entries.map(({ path }) => path)].flatMap((path) => {
    const entry = entries.get(path);
    return entry === undefined || entry.mode === submodule ? [] : [entry.blob];
  });
  return {
    tree,
    fresh: made === null ? null : [...made, ...blobs],
    leftOut: [...left, ...refused],
    unfiltered,
    evidence: survey.evidence,
  };
}

const submodule = "160000";

/** Puts a tree under the next snapshot ref of a sheet; reuses the newest one if it holds the same. */
export async function keepTree(
  git: Git,
  request: CaptureRequest,
  what: KeptTree,
): Promise<{ readonly ref: string; readonly number: number; readonly commit: CommitSha }> {
  const { job, sheet, store } = request;
  const commit = await writeKept(git, request, what);
  const kept = await keepSnapshot(git, store.gitDir, {
    prefix: snapshotRefs(job, sheet),
    commit,
    tree: what.tree,
    base: what.base,
  });
  return { ref: kept.ref, number: kept.number, commit: kept.commit };
}

/**
 * Every capture starts with the index as it was when the context was made, so it does not depend on earlier captures.
 * False: that index is gone.
 */
async function copyIndex(pristine: string, copy: string): Promise<boolean> {
  await rm(copy, { force: true });
  // A killed git of an earlier capture left it; only captures use this index.
  await rm(`${copy}.lock`, { force: true });
  // After a power cut it may be gone or empty; then every file is compared by content.
  const { mtimeMs, size } = await stat(pristine).catch(() => ({ mtimeMs: 0, size: 0 }));
  if (size === 0) return false;
  await copyFile(pristine, copy);
  // git trusts file times only if the file is older than the index: a copy must not look younger.
  await utimes(copy, Math.floor(mtimeMs) / 1000, Math.floor(mtimeMs) / 1000);
  return true;
}

/**
 * The files still left out once these ignored files were taken. An ignored folder stays listed only if it holds more.
 */
async function stillLeftOut(
  root: string,
  leftOut: readonly LeftOut[],
  taken: ReadonlySet<string>,
): Promise<readonly LeftOut[]> {
  // A file that could not be taken is on the list with that reason as well.
  const told = new Set(leftOut.filter((item) => !isIgnored(item)).map((item) => item.path));
  const entered = new Set([...taken].flatMap(foldersOf));
  const still: LeftOut[] = [];
  for (const item of leftOut) {
    const isTaken =
      taken.has(item.path) || (entered.has(item.path) && !(await holdsMore(root, item.path.slice(0, -1), taken)));
    if (!isIgnored(item) || !(isTaken || told.has(item.path))) still.push(item);
  }
  return still;
}

/** Stops at the first file that is not taken: ignored folders may be large. */
async function holdsMore(root: string, folder: string, taken: ReadonlySet<string>): Promise<boolean> {
  const entries = await readdir(pathBytes(root, folder), { withFileTypes: true, encoding: "buffer" }).catch(
    () => undefined,
  );
  if (entries === undefined) return true;
  const children = entries.map((entry) => ({
    path: childPath(folder, entry.name.toString("latin1")),
    isFolder: entry.isDirectory(),
  }));
  if (children.some((child) => !child.isFolder && !taken.has(child.path))) return true;
  for (const child of children) if (child.isFolder && (await holdsMore(root, child.path, taken))) return true;
  return false;
}

function isIgnored({ reason }: LeftOut): boolean {
  return reason === "ignored" || reason === "ignored by a rule of its own";
}
