import { lstat, mkdir, readdir, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { exists } from "../../base/files/exists.ts";
import type { Git } from "../../git/git.ts";
import { listMarks, loadIndex, type PrivateIndex, setMarks } from "../../git/index.ts";
import type { Mark } from "../../git/storage/index-file.ts";
import { formatOf } from "../../git/objects/bytes/object-name.ts";
import { readEntries } from "../../git/storage/stored.ts";
import { pathBytes } from "../raw-path.ts";
import { messageOf, TuttiError } from "../../base/error.ts";
import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import { readTree } from "../../git/history/trees.ts";
import { type CaptureRequest, keepTree, recordFiles } from "../capture/capture.ts";
import { noteLeftOut } from "../capture/survey/left-out.ts";
import type { Context, ContextRequest } from "../context.ts";
import type { Places } from "../home/places.ts";
import { claimAdmin, makingMark } from "../records/making.ts";
import { recordOf, writeRecord } from "../records/record.ts";
import { removeTree } from "../cleanup/remove-tree.ts";
import { type EarlierWork, withoutEarlierWork } from "./earlier-work.ts";

/**
 * Marks in a private index the files that the user's sparse checkout leaves out; they would look deleted. The index
 * must be at the checked-out commit.
 */
export async function keepSparse(git: Git, place: PrivateIndex, checkout: { readonly gitDir: string }): Promise<void> {
  if (!(await exists(join(checkout.gitDir, "info", "sparse-checkout")))) return;
  const theirs = { gitDir: checkout.gitDir, workTree: place.workTree, index: join(checkout.gitDir, "index") };
  const absent = new Map<string, Mark>();
  for (const [path, mark] of await listMarks(git, theirs)) {
    // A file that exists is looked at like any other.
    if (mark === "skip-worktree" && (await isAbsent(pathBytes(place.workTree, path)))) absent.set(path, mark);
  }
  const known = await listMarkable(git, place, absent);
  await setMarks(git, place, known);
}

/** git refuses to mark a path that the index lacks, such as an uncommitted one. */
async function listMarkable(
  git: Git,
  place: PrivateIndex,
  marks: ReadonlyMap<string, Mark>,
): Promise<ReadonlyMap<string, Mark>> {
  const entries = await readEntries(git, place, [...marks.keys()]);
  const known = new Set(entries.map((entry) => entry.path));
  return new Map([...marks].filter(([path]) => known.has(path)));
}

async function isAbsent(path: Buffer): Promise<boolean> {
  return lstat(path).then(
    () => false,
    () => true,
  );
}

/**
 * Makes a context of the user's own folder. Nothing is isolated, so the folder becomes a snapshot first, and the
 * agent's changes can be separated. The caller holds the folder's lock.
 */
export async function enterInPlace(git: Git, places: Places, request: InPlaceRequest): Promise<Context> {
  const {
    id,
    isolation: { level, fallback },
    folders: { path, state },
    head: { branch },
    git: { store },
  } = request;
  let isClaimed = false;
  try {
    await mkdir(places.contexts, { recursive: true, mode: 0o700 });
    await claimAdmin(places, id, null);
    isClaimed = true;
    await mkdir(state, { recursive: true, mode: 0o700 });
    const index = join(places.admin(id), "work.index");
    const base = await startOf(git, { gitDir: store.gitDir, workTree: path, index }, { places, request });
    const context: Context = { id, level, path, base, index, branch, state, fallback };
    // Before anything changes in the folder: recovery after a crash needs it.
    await writeRecord(places, recordOf(context, request, null));
    await rm(makingMark(places, id));
    return context;
  } catch (error) {
    // Another's claim is not ours to clear.
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

type InPlaceRequest = ContextRequest & {
  readonly at: EpochMs;
  readonly earlier?: EarlierWork;
};

/** The folder as it is, without what earlier attempts of the sheet did there. */
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
  // On top of the base: the newest snapshot is the folder as found, the difference is the sheet's work.
  await keepTree(git, capture, { ...folder, base });
  return base;
}

interface Way<Request = ContextRequest & { readonly at: EpochMs }> {
  readonly places: Places;
  readonly request: Request;
}

/** The commit it stands at, if nothing differs. */
export async function snapshotFolder(git: Git, place: PrivateIndex, way: Way): Promise<CommitSha> {
  return keepFolder(git, await recordFolder(git, place, way), way);
}

interface RecordedFolder {
  readonly tree: TreeSha;
  readonly leftOut: number;
}

async function recordFolder(git: Git, place: PrivateIndex, { request, places }: Way): Promise<RecordedFolder> {
  const {
    start: { base },
    git: { store },
  } = request;
  await requireModest(place.workTree, { home: places.home, isRepository: store.repository.commonDir !== store.gitDir });
  await loadIndex(git, place, base);
  await keepSparse(git, place, store.repository);
  const { tree, leftOut } = await recordFiles(
    git,
    { ...place, format: formatOf(base) },
    { scratch: places.scratch, views: `${place.index}.modules` },
  );
  await noteLeftOut(place.index, leftOut);
  return { tree, leftOut: leftOut.length };
}

async function keepFolder(git: Git, folder: RecordedFolder, { request, places }: Way): Promise<CommitSha> {
  const {
    start: { base },
    git: { store },
  } = request;
  if (folder.tree === (await readTree(git, store.gitDir, base))) return base;
  return (await keepTree(git, captureOf(places, request), { ...folder, base })).commit;
}

function captureOf(
  { scratch }: Places,
  { git: { store, identity: by }, whose: { job, sheet, attempt }, at }: ContextRequest & { readonly at: EpochMs },
): CaptureRequest {
  return { store, scratch, job, sheet, attempt, why: "start", by, at };
}

/** More than this is no project: the wrong folder. */
const mostEntries = 200_000;

/** Refuses a home directory or a disk: its snapshot would never end. */
export async function requireModest(folder: string, facts: { home: string; isRepository: boolean }): Promise<void> {
  const inside = relative(folder, facts.home);
  if (inside !== ".." && !inside.startsWith(`..${sep}`)) throw tooMuch(folder, "Tutti's own folder lies in it");
  // Ignored files of a repository are never read.
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
