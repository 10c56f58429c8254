import { mkdir, mkdtemp, rmdir, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommitSha, TreeSha } from "../../../base/ids.ts";
import { type Change, readRenames } from "../../../git/diff/changes.ts";
import type { Git } from "../../../git/git.ts";
import { compareTrees, entryAt } from "../../../git/objects/trees/compare.ts";
import type { Objects } from "../../../git/objects/objects.ts";
import { isFolder } from "../../../git/objects/bytes/tree-bytes.ts";
import type { LandingRun } from "../../receipts/runs.ts";

/** Paths (latin1) at which a landing left nothing, although it is in the history. */
export interface UndonePaths {
  readonly run: LandingRun;
  /** The landing's paths that are as they were before it. */
  readonly undone: readonly string[];
  /** Files that it changed and that are gone. */
  readonly removed: readonly string[];
  /** How many paths it changed. */
  readonly of: number;
}

interface UndoneHands {
  readonly git: Git;
  /** Those of the repository that has the landings. */
  readonly objects: Objects;
  readonly scratch: string;
}

/** The work must not grow with the history. */
const mostLandings = 4_000;
const mostContents = 200;
const mostMoves = 20;

/** Of landings in a history, oldest first: those whose change the tree lost, except to a later landing. */
export async function findUndonePaths(
  hands: UndoneHands,
  tip: CommitSha,
  runs: readonly LandingRun[],
): Promise<readonly UndonePaths[]> {
  const { objects } = hands;
  const head = (await objects.readCommit(tip)).tree;
  const touched = await touchesOf(objects, runs.slice(-mostLandings));
  const found = new Map<LandingRun, { undone: string[]; removed: string[] }>();
  const add = (run: LandingRun, fate: "undone" | "removed", path: string): void => {
    const own = found.get(run) ?? { undone: [], removed: [] };
    own[fate].push(path);
    found.set(run, own);
  };
  const gone = new Map<string, LandingRun>();
  let contents = 0;
  for (const [path, touches] of touched.paths) {
    const now = await stateAt(objects, head, path);
    const fates = fatesAt(touches, now);
    const newest = touches.at(-1);
    if (now === "" && newest !== undefined && newest.after !== "") gone.set(path, newest.run);
    for (const [place, { run, before, after }] of touches.entries()) {
      const fate: Fate | undefined = fates[place];
      if (fate === "undone" || fate === "removed") add(run, fate, path);
      if (fate !== "changed" || before === "" || after === "" || contents >= mostContents) continue;
      contents += 1;
      if (await isTakenOut(hands, { before: blobOf(before), after: blobOf(after), now: blobOf(now) }))
        add(run, "undone", path);
    }
  }
  const moved = await movedPaths(hands, head, gone);
  const isLeft = (path: string): boolean => !moved.has(path);
  return runs
    .flatMap((run) => {
      const { undone, removed } = found.get(run) ?? { undone: [], removed: [] };
      return { run, undone: undone.filter(isLeft), removed: removed.filter(isLeft), of: touched.counts.get(run) ?? 0 };
    })
    .filter(({ undone, removed }) => undone.length + removed.length > 0);
}

/** Removed paths whose files were renamed, maybe edited a little. */
async function movedPaths(
  { git, objects }: UndoneHands,
  head: TreeSha,
  gone: ReadonlyMap<string, LandingRun>,
): Promise<ReadonlySet<string>> {
  const moved = new Set<string>();
  for (const [run, paths] of [...Map.groupBy(gone.keys(), (path) => gone.get(path))].slice(-mostMoves)) {
    if (run === undefined) continue;
    const renames = await readRenames(git, objects.gitDir, { from: run.last.tree, to: head });
    for (const path of paths) if (renames.has(path)) moved.add(path);
  }
  return moved;
}

interface RunTouch {
  readonly run: LandingRun;
  readonly before: string;
  readonly after: string;
}

type Touched = ReadonlyMap<string, readonly RunTouch[]>;

async function touchesOf(
  objects: Objects,
  runs: readonly LandingRun[],
): Promise<{ readonly paths: Touched; readonly counts: ReadonlyMap<LandingRun, number> }> {
  const paths = new Map<string, RunTouch[]>();
  const counts = new Map<LandingRun, number>();
  for (const run of runs) {
    const changes = await changesOf(objects, run);
    counts.set(run, changes.length);
    for (const change of changes) {
      const touch = { run, before: stateOf(change.oldMode, change.oldBlob), after: stateOf(change.mode, change.blob) };
      const known = paths.get(change.path);
      if (known === undefined) paths.set(change.path, [touch]);
      else known.push(touch);
    }
  }
  return { paths, counts };
}

/** Nothing where the history before it is missing. */
async function changesOf(objects: Objects, run: LandingRun): Promise<readonly Change[]> {
  const parent = run.commits[0].parents[0];
  if (parent === undefined || !(await objects.exists(parent))) return [];
  return compareTrees(objects, { from: (await objects.readCommit(parent)).tree, to: run.last.tree });
}

function stateOf(mode: string, blob: string): string {
  return /^0+$/.test(mode) ? "" : `${mode} ${blob}`;
}

async function stateAt(objects: Objects, tree: TreeSha, path: string): Promise<string> {
  const entry = await entryAt(objects, tree, path);
  return entry === undefined || isFolder(entry) ? "" : stateOf(entry.mode, entry.id);
}

function blobOf(state: string): string {
  return state.slice(state.indexOf(" ") + 1);
}

/** A state is a mode and a blob; empty: absent. */
interface Touch {
  readonly before: string;
  readonly after: string;
}

/**
 * `replaced`: by a later landing, or by what preceded one. `undone`: as before the landing. `removed`: gone, and there
 * before. `changed`: only the content can tell.
 */
type Fate = "there" | "replaced" | "undone" | "removed" | "changed";

/** For all landings of one path, oldest first. */
export function fatesAt(touches: readonly Touch[], now: string): readonly Fate[] {
  const all = (from: number, own: Fate, later: Fate): readonly Fate[] =>
    touches.map((_, at) => (at < from ? "replaced" : at === from ? own : later));
  const made = touches.findLastIndex(({ after }) => after === now);
  if (made >= 0) return all(made, "there", "undone");
  const met = touches.findLastIndex(({ before }) => before === now);
  if (met >= 0) return all(met, "undone", "undone");
  if (now === "") return all(touches.length - 1, "removed", "removed");
  // The first change may be gone and others added: look at each.
  return touches.map(() => "changed");
}

interface Contents {
  readonly before: string;
  readonly after: string;
  readonly now: string;
}

/** A larger file is not looked into. */
const mostBytes = 1024 * 1024;

/** Nothing of the change is left: reverting it again would change nothing. False when in doubt. */
async function isTakenOut(
  { git, objects, scratch }: { git: Git; objects: Objects; scratch: string },
  blobs: Contents,
): Promise<boolean> {
  const [before, after, now] = await Promise.all(
    [blobs.before, blobs.after, blobs.now].map((id) => objects.readBlob(id, mostBytes).catch(() => undefined)),
  );
  if (before === undefined || after === undefined || now === undefined) return false;
  await mkdir(scratch, { recursive: true });
  const folder = await mkdtemp(join(scratch, "undone-"));
  const paths = { before: join(folder, "before"), after: join(folder, "after"), now: join(folder, "now") };
  try {
    await Promise.all([writeFile(paths.before, before), writeFile(paths.after, after), writeFile(paths.now, now)]);
    const exit = await git.sealed({
      gitDir: objects.gitDir,
      args: ["merge-file", "-p", "-q", paths.now, paths.after, paths.before],
      timeoutMs: 10_000,
    });
    return exit.code === 0 && exit.stdout.equals(now);
  } finally {
    await Promise.all(Object.values(paths).map((path) => unlink(path).catch(() => undefined)));
    await rmdir(folder).catch(() => undefined);
  }
}
