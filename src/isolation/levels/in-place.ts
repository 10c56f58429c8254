import { mkdir, readdir, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { TuttiError, messageOf } from "../../base/error.ts";
import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { type PrivateIndex, loadIndex } from "../../git/index.ts";
import { readTree } from "../../git/history/trees.ts";
import { type CaptureRequest, keepTree, recordFiles } from "../capture/capture.ts";
import { noteLeftOut } from "../capture/survey/left-out-before.ts";
import type { Context, ContextRequest } from "../context.ts";
import type { Places } from "../home/places.ts";
import { claimAdmin, makingMark, recordOf, writeRecord } from "../records/record.ts";
import { removeTree } from "../remove-tree.ts";
import { keepSparse } from "../special/sparse.ts";
import { type EarlierWork, withoutEarlierWork } from "./earlier-work.ts";

/**
 * Makes a context of a folder that is the user's own. Nothing is isolated, so at least it is known what it was: the
 * folder as it is now becomes a snapshot, and what the agent does is told apart from what was there. Whoever calls this
 * holds the folder's lock.
 */
export async function enterInPlace(git: Git, places: Places, request: InPlaceRequest): Promise<Context> {
  const { id, level, path, branch, state, fallback, store } = request;
  let isClaimed = false;
  try {
    await mkdir(places.contexts, { recursive: true, mode: 0o700 });
    await claimAdmin(places, id, null);
    isClaimed = true;
    await mkdir(state, { recursive: true, mode: 0o700 });
    const index = join(places.admin(id), "work.index");
    const base = await startOf(git, { gitDir: store.gitDir, workTree: path, index }, { places, request });
    const context: Context = { id, level, path, base, index, branch, state, fallback };
    // Before anything is changed in the folder: whoever comes after a crash has to know what it was.
    await writeRecord(places, recordOf(context, request, null));
    await rm(makingMark(places, id));
    return context;
  } catch (error) {
    // What another has claimed is not ours to clear away.
    if (isClaimed) await removeTree(places.admin(id)).catch(() => undefined);
    const { hint, audience } =
      error instanceof TuttiError ? error : { hint: undefined, audience: "environment" as const };
    throw new TuttiError("context.create_failed", `could not work in ${path}: ${messageOf(error)}`, {
      audience,
      ...(hint === undefined ? {} : { hint }),
      cause: error,
    });
  }
}

interface InPlaceRequest extends ContextRequest {
  readonly at: EpochMs;
  readonly earlier?: EarlierWork;
}

/** What the result is compared with: the folder as it is now, without what earlier attempts of the sheet did there. */
async function startOf(git: Git, place: PrivateIndex, way: Way<InPlaceRequest>): Promise<CommitSha> {
  const { places, request } = way;
  const { earlier } = request;
  const folder = await recordFolder(git, place, way);
  const capture = captureOf(places, request);
  const base =
    earlier === undefined
      ? undefined
      : await withoutEarlierWork(git, capture, { now: folder.tree, index: `${place.index}.before`, earlier });
  if (base === undefined) return keepFolder(git, folder, way);
  // Upon that: the newest snapshot is the folder as it was found, and what it differs in is what the sheet has done.
  await keepTree(git, capture, { ...folder, base });
  return base;
}

interface Way<Request = ContextRequest & { readonly at: EpochMs }> {
  readonly places: Places;
  readonly request: Request;
}

/** The commit that says how the folder is: the one it stands at, where nothing differs from it. */
export async function snapshotFolder(git: Git, place: PrivateIndex, way: Way): Promise<CommitSha> {
  return keepFolder(git, await recordFolder(git, place, way), way);
}

interface RecordedFolder {
  readonly tree: TreeSha;
  /** How many paths are not in it. */
  readonly leftOut: number;
}

async function recordFolder(git: Git, place: PrivateIndex, { request, places }: Way): Promise<RecordedFolder> {
  const { base, store } = request;
  await requireModest(place.workTree, { home: places.home, isRepository: store.repository.commonDir !== store.gitDir });
  await loadIndex(git, place, base);
  await keepSparse(git, place, store.repository);
  const { tree, leftOut } = await recordFiles(git, place, { scratch: places.scratch, views: `${place.index}.modules` });
  await noteLeftOut(place.index, leftOut);
  return { tree, leftOut: leftOut.length };
}

async function keepFolder(git: Git, folder: RecordedFolder, { request, places }: Way): Promise<CommitSha> {
  const { base, store } = request;
  if (folder.tree === (await readTree(git, store.gitDir, base))) return base;
  return (await keepTree(git, captureOf(places, request), { ...folder, base })).commit;
}

function captureOf(
  { scratch }: Places,
  { store, job, sheet, attempt, identity: by, at }: ContextRequest & { readonly at: EpochMs },
): CaptureRequest {
  return { store, scratch, job, sheet, attempt, why: "start", by, at };
}

/** A snapshot of more than this is not a snapshot of a project: somebody started in the wrong folder. */
const mostEntries = 200_000;

/** Refuses to take a home directory or a disk for a project: its snapshot would never end. */
export async function requireModest(folder: string, facts: { home: string; isRepository: boolean }): Promise<void> {
  const inside = relative(folder, facts.home);
  if (inside !== ".." && !inside.startsWith(`..${sep}`)) throw tooMuch(folder, "Tutti's own folder lies in it");
  // What a repository ignores, however much of it there is, is never read.
  if (facts.isRepository) return;
  let seen = 0;
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => []);
    seen += entries.length;
    if (seen > mostEntries) throw tooMuch(folder, `it holds more than ${String(mostEntries)} files`);
    for (const entry of entries) if (entry.isDirectory() && entry.name !== ".git") open.push(join(next, entry.name));
  }
}

function tooMuch(folder: string, why: string): TuttiError {
  return new TuttiError("context.create_failed", `${folder} can't be worked in without isolation: ${why}`, {
    audience: "user",
    hint: "Run tutti in the project's own folder, or make it a git repository.",
  });
}
