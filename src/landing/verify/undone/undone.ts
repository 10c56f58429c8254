import type { CommitSha, TreeSha } from "../../../base/ids.ts";
import { type Change, readRenames } from "../../../git/changes.ts";
import type { Git } from "../../../git/git.ts";
import { compareTrees } from "../../../git/objects/compare.ts";
import { entryAt } from "../../../git/objects/entry-at.ts";
import type { Objects } from "../../../git/objects/objects.ts";
import { isFolder } from "../../../git/objects/tree-bytes.ts";
import type { LandingRun } from "../runs.ts";
import { isTakenOut } from "./content.ts";
import { type Fate, fatesAt } from "./fate.ts";

/** Paths (raw bytes as latin1) at which nothing of a landing is left, although it is in the history. */
export interface UndonePaths {
  readonly run: LandingRun;
  /** What they were before it. */
  readonly undone: readonly string[];
  /** Files that it changed and that are gone. */
  readonly removed: readonly string[];
  /** How many paths it changed. */
  readonly of: number;
}

export interface UndoneHands {
  readonly git: Git;
  /** Those of the repository that has the landings. */
  readonly objects: Objects;
  readonly scratch: string;
}

/**
 * Older landings are not looked at, and no more files than that are looked into: the work must not grow with the
 * history.
 */
const mostLandings = 4_000;
const mostContents = 200;
const mostMoves = 20;

/**
 * Of landings in a commit's history, oldest first: those whose change is not in its tree any more, for whatever reason
 * but a later landing.
 */
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

/** Those of the paths that are gone whose files only got another name, maybe edited a little. */
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

/** What a landing changed; nothing where the history before it is not here. */
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
