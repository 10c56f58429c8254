import { lstat, readdir, realpath, rm } from "node:fs/promises";
import { TuttiError, messageOf } from "../../base/error.ts";
import type { CommitSha, TreeSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { type PrivateIndex, dropPaths, takePaths } from "../../git/index.ts";
import { writeTree } from "../../git/history/trees.ts";
import type { LeftOut } from "../capture/survey/left-out.ts";
import { keepSnapshot, readNewest, type SnapshotRequest, writeKept } from "./keep.ts";
import { withSafeTree } from "../capture/survey/safe-tree.ts";
import { walkTree } from "../capture/survey/walk.ts";
import { childPath, pathBytes, shownPath } from "../raw-path.ts";
import { workspaceRefs } from "./names.ts";
import { listUntaken, surveyWorkspace, withRawView } from "./workspace-files.ts";

export interface WorkspaceRequest {
  readonly snapshot: SnapshotRequest;
  /** May be any folder of the user's. */
  readonly folder: string;
  /** Kept between calls, so that unchanged files are not read again. */
  readonly indexPath: string;
  readonly limits?: Limits;
}

export type WorkspaceSnapshot =
  | {
      readonly kind: "kept";
      readonly ref: string;
      readonly number: number;
      readonly commit: CommitSha;
      readonly isNew: boolean;
      readonly leftOut: readonly LeftOut[];
    }
  | { readonly kind: "skipped"; readonly why: string };

const usualLimits: Limits = { files: 100_000, bytes: 2 * 1024 ** 3, largestFile: 256 * 1024 ** 2 };

/**
 * A job's workspace as commits of their own line. One at a time for a job, since the index is shared. `undefined`: no
 * workspace, or never anything in it.
 */
export async function snapshotWorkspace(git: Git, request: WorkspaceRequest): Promise<WorkspaceSnapshot | undefined> {
  const folder = await realpath(request.folder).catch(() => undefined);
  if (folder === undefined) return undefined;
  const why = await reasonToSkip(folder, request);
  if (why !== undefined) return { kind: "skipped", why: `the workspace ${request.folder} is not snapshotted: ${why}` };
  if (await isUnused(git, folder, request)) return undefined;
  return withRawView({ gitDir: request.snapshot.store.gitDir, scratch: request.snapshot.scratch }, async (gitDir) => {
    const place = { gitDir, workTree: folder, index: request.indexPath };
    const { tree, leftOut } = await recordWorkspace(git, place);
    return keepTree(git, request, { tree, leftOut });
  });
}

/** Most scores use none: an empty one costs no process. */
async function isUnused(git: Git, folder: string, { snapshot: { store, job } }: WorkspaceRequest): Promise<boolean> {
  if ((await readdir(folder)).length > 0) return false;
  return (await readNewest(git, store.gitDir, workspaceRefs(job))) === undefined;
}

async function reasonToSkip(folder: string, request: WorkspaceRequest): Promise<string | undefined> {
  // The scratch folder lies in Tutti's home.
  if (isInside(folder, await realpath(request.snapshot.scratch))) return "Tutti's own folder lies in it";
  const limits = request.limits ?? usualLimits;
  const { kind } = await measureFolder(folder, limits);
  return tooBig(kind, limits);
}

function tooBig(kind: Measure["kind"], limits: Limits): string | undefined {
  switch (kind) {
    case "fits":
      return undefined;
    case "too many files":
      return `there are more than ${String(limits.files)} files in it`;
    case "too large":
      return `it is larger than ${String(Math.round(limits.bytes / 1024 ** 2))} MiB`;
  }
}

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

interface Recorded {
  readonly tree: TreeSha;
  readonly leftOut: readonly LeftOut[];
}

/** Tries again without the index: it may be damaged, and other sheets may change files meanwhile. */
async function recordWorkspace(git: Git, place: PrivateIndex): Promise<Recorded> {
  // A killed git left it; only these calls use the index.
  await rm(`${place.index}.lock`, { force: true });
  try {
    return await record(git, place);
  } catch {
    await rm(place.index, { force: true });
    await rm(`${place.index}.lock`, { force: true });
  }
  try {
    return await record(git, place);
  } catch (error) {
    throw new TuttiError(
      "context.capture_failed",
      `could not take a snapshot of the workspace ${place.workTree}: ${messageOf(error)}`,
      {
        audience: "environment",
        hint: "Nothing was deleted or changed there.",
        cause: error,
      },
    );
  }
}

async function record(git: Git, place: PrivateIndex): Promise<Recorded> {
  const isPassedOver = (): boolean => false;
  const { hazards } = await walkTree(place.workTree, isPassedOver);
  return withSafeTree({ ...place, hazards, isPassedOver }, (workTree) => recordFrom(git, place, workTree));
}

async function recordFrom(git: Git, place: PrivateIndex, workTree: string): Promise<Recorded> {
  const safe = { ...place, workTree };
  const survey = await surveyWorkspace(git, place, { workTree, largestFile: usualLimits.largestFile });
  await takePaths(git, safe, survey.changed);
  await dropPaths(git, safe, survey.gone);
  const [untaken, tree] = await Promise.all([listUntaken(git, safe), writeTree(git, place.gitDir, place.index)]);
  const known = new Set(survey.leftOut.map(({ path }) => path));
  const refused = untaken
    .filter((path) => !known.has(path))
    .map((path): LeftOut => ({ path, reason: "refused by git", bytes: null }));
  return { tree, leftOut: [...survey.leftOut, ...refused] };
}

async function keepTree(
  git: Git,
  request: WorkspaceRequest,
  { tree, leftOut }: Recorded,
): Promise<WorkspaceSnapshot | undefined> {
  const gitDir = request.snapshot.store.gitDir;
  const prefix = workspaceRefs(request.snapshot.job);
  const before = await readNewest(git, gitDir, prefix);
  if (before?.tree === tree)
    return { kind: "kept", ref: before.ref, number: before.number, commit: before.commit, isNew: false, leftOut };
  if (before === undefined && isEmptyTree(tree)) return nothingKept(request.folder, leftOut);
  const base = before?.commit ?? null;
  const commit = await writeKept(git, request.snapshot, { tree, base, leftOut: leftOut.length });
  return { kind: "kept", ...(await keepSnapshot(git, gitDir, { prefix, commit, tree, base })), leftOut };
}

/** An empty workspace needs no notice. */
function nothingKept(folder: string, leftOut: readonly LeftOut[]): WorkspaceSnapshot | undefined {
  const [first] = leftOut;
  if (first === undefined) return undefined;
  return {
    kind: "skipped",
    why: `the workspace ${folder} is not snapshotted: nothing in it can be kept (${shownPath(first.path)}: ${first.reason})`,
  };
}

/** The same in every repository of a format. */
function isEmptyTree(tree: TreeSha): boolean {
  return (
    tree === "4b825dc642cb6eb9a060e54bf8d69288fbee4904" ||
    tree === "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
  );
}

interface Limits {
  readonly files: number;
  readonly bytes: number;
  /** A larger file is never taken, so it does not count. */
  readonly largestFile: number;
}

type Measure = { readonly kind: "fits" } | { readonly kind: "too many files" | "too large" };

/** Whether a folder is small enough to read every few minutes. */
async function measureFolder(root: string, limits: Limits): Promise<Measure> {
  const sum = { files: 0, bytes: 0 };
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(pathBytes(root, folder), { withFileTypes: true, encoding: "buffer" }).catch(() => []);
    const here = entries.map((entry) => ({ entry, path: childPath(folder, entry.name.toString("latin1")) }));
    const files = here.filter(({ entry }) => entry.isFile());
    folders.push(
      ...here.filter(({ entry, path }) => entry.isDirectory() && !isGitFolder(path)).map(({ path }) => path),
    );
    sum.files += entries.length;
    if (sum.files > limits.files) return { kind: "too many files" };
    const sizes = await Promise.all(files.map(({ path }) => sizeAt(root, path)));
    sum.bytes += sizes.reduce((total, size) => total + (size > limits.largestFile ? 0 : size), 0);
    if (sum.bytes > limits.bytes) return { kind: "too large" };
  }
  return { kind: "fits" };
}

function isGitFolder(path: string): boolean {
  return path === ".git" || path.endsWith("/.git");
}

/** A file that vanishes has no size. */
async function sizeAt(root: string, path: string): Promise<number> {
  return lstat(pathBytes(root, path)).then(
    ({ size }) => size,
    () => 0,
  );
}
