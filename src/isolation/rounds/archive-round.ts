import { cp, mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { TuttiError } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import type { EpochMs } from "../../base/ids.ts";
import { globMatcher } from "../../score/match/glob.ts";
import type { WorkspaceLifecycle } from "../../score/follow/plan.ts";

export interface RoundPlace {
  /** Absolute. */
  readonly workspace: string;
  /** The folder that the job works on. */
  readonly repository: string;
  readonly lifecycle: WorkspaceLifecycle;
  readonly now: EpochMs;
}

/** Folder for a move in progress. After a crash, the next call continues the move. */
const moving = ".moving";

/**
 * Moves what the last round left in a workspace into an archive, and removes the oldest archives. Gives the archive;
 * `null`: there was nothing to move.
 */
export async function archiveRound(place: RoundPlace): Promise<string | null> {
  const { workspace, lifecycle, now } = place;
  if (!(await exists(workspace))) return null;
  await requireOwnFolder(place);
  const archives = lifecycle.archiveDir ?? join(workspace, "archive");
  const target = join(archives, moving);
  await mkdir(target, { recursive: true });
  await moveAll(place, { archives, target, below: "" });
  if ((await readdir(target)).length === 0) {
    await rmdir(target);
    return null;
  }
  const done = join(archives, nextName(await readdir(archives), lifecycle.naming, now));
  await rename(target, done);
  if (lifecycle.maxArchives > 0) {
    const old = oldestFirst(await readdir(archives));
    for (const name of old.slice(0, Math.max(0, old.length - lifecycle.maxArchives)))
      await rm(join(archives, name), { recursive: true, force: true });
  }
  return done;
}

/** A workspace that holds a repository would be taken apart. */
async function requireOwnFolder({ workspace, repository }: RoundPlace): Promise<void> {
  const isAround = !relative(workspace, repository).startsWith("..");
  if (!isAround && !(await exists(join(workspace, ".git")))) return;
  throw new TuttiError(
    "workspace.not_archived",
    `the workspace ${workspace} holds a repository, so what is in it is not moved into an archive`,
    {
      audience: "user",
      hint: "Name another folder with workspace: in the score, or leave out workspace_lifecycle.archive_on_fresh.",
    },
  );
}

interface Moving {
  readonly archives: string;
  readonly target: string;
  /** Relative to the workspace; empty: the workspace itself. */
  readonly below: string;
}

async function moveAll(place: RoundPlace, { archives, target, below }: Moving): Promise<void> {
  const { workspace, lifecycle } = place;
  const matcher = globMatcher(lifecycle.preserve);
  const isKept = matcher.kind === "means" ? matcher.value : () => true;
  for (const entry of await readdir(join(workspace, below), { withFileTypes: true })) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (join(workspace, path) === archives || isKept(path) || (entry.isDirectory() && isKept(`${path}/x`))) continue;
    const mayHoldKept = lifecycle.preserve.some((glob) => glob.startsWith(`${path}/`) || glob.startsWith("**"));
    if (entry.isDirectory() && mayHoldKept) {
      await moveAll(place, { archives, target: join(target, entry.name), below: path });
      continue;
    }
    await mkdir(target, { recursive: true });
    await move(join(workspace, path), join(target, entry.name));
  }
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await rm(from, { recursive: true });
  }
}

const numbered = /^iteration-(\d+)$/;
const timed = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z$/;

function nextName(names: readonly string[], naming: WorkspaceLifecycle["naming"], now: EpochMs): string {
  if (naming === "timestamp") return new Date(now).toISOString().replaceAll(":", "-");
  const last = Math.max(0, ...names.map((name) => Number(numbered.exec(basename(name))?.[1] ?? 0)));
  return `iteration-${String(last + 1)}`;
}

/** Only what was made here. Times come before numbers: those that a changed score left. */
function oldestFirst(names: readonly string[]): readonly string[] {
  const number = (name: string): number => Number(numbered.exec(name)?.[1] ?? 0);
  return names
    .filter((name) => numbered.test(name) || timed.test(name))
    .toSorted((one, other) => number(one) - number(other) || one.localeCompare(other));
}
