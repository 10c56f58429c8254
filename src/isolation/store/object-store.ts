import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readPlainText, copyPlain } from "../../base/files/read-plain.ts";
import { exists } from "../../base/files/exists.ts";
import { nameOf } from "../../base/names.ts";
import { realWorld } from "../../base/world/real-world.ts";
import type { Git } from "../../git/git.ts";
import { type StoreSource, alternatesLine, initStore } from "../../git/storage/init-store.ts";
import type { Objects } from "../../git/objects/objects.ts";
import type { Repository } from "../../git/repository.ts";
import { recoverFiles } from "../../git/storage/redo-recover.ts";
import type { WarmTrees } from "../pool/warm.ts";
import { tuttiItself } from "./stand-in.ts";
import { type WritersQueue, writersQueue } from "./writers-queue.ts";
import { TuttiError } from "../../base/error.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { emptyTree, writeCommit } from "../../git/history/trees.ts";
import { readCommit } from "../../git/refs/refs.ts";

/** Tutti's own bare repository beside one of the user's: captures, agents' commits, candidates. */
export interface ObjectStore {
  readonly gitDir: string;
  /**
   * A second bare repository for worktree contexts. Tasks can write it, so Tutti's own git never uses it; made with the
   * first worktree.
   */
  readonly hub: string;
  readonly repository: Repository;
  /** Operations that take shared locks of this store, one at a time. */
  readonly writers: WritersQueue;
  /** Absent: every look at an object starts git. */
  readonly objects?: () => Objects;
  /** Absent: contexts of it are made when they are wanted. */
  readonly warm?: WarmTrees;
}

/** Opens a store; makes it aside first, so that a half-made one is never met. */
export async function openObjectStore(git: Git, repositories: string, repository: Repository): Promise<ObjectStore> {
  const gitDir = objectStorePath(repositories, repository);
  const hub = hubOf(gitDir);
  await mkdir(dirname(gitDir), { recursive: true, mode: 0o700 });
  const writers = writersOf(gitDir);
  const isBorrowing = gitDir !== repository.commonDir;
  await writers(async () => {
    await makeBeside(git, gitDir, {
      objects: isBorrowing ? join(repository.commonDir, "objects") : null,
      format: repository.objectFormat,
    });
    await recoverFiles(gitDir);
    if (!isBorrowing) return;
    await keepAlternate(gitDir, join(repository.commonDir, "objects"));
    await copyShallow(repository.commonDir, gitDir);
    if (await exists(hub)) await copyShallow(repository.commonDir, hub);
  });
  return { gitDir, hub, repository, writers };
}

export function hubOf(gitDir: string): string {
  return join(dirname(gitDir), "worktrees.git");
}

export async function openHub(git: Git, store: ObjectStore): Promise<void> {
  if (await exists(store.hub)) return;
  const settings = [
    ["extensions.worktreeConfig", "true"],
    // Finds what an agent committed and reset away.
    ["core.logAllRefUpdates", "true"],
  ] as const;
  await store.writers(async () => {
    await makeBeside(git, store.hub, {
      objects: join(store.gitDir, "objects"),
      format: store.repository.objectFormat,
      settings,
    });
    await copyShallow(store.gitDir, store.hub);
  });
}

/** Real time, also in a simulated world. */
function writersOf(gitDir: string): WritersQueue {
  return writersQueue(join(dirname(gitDir), "writers.lock"), realWorld);
}

async function makeBeside(git: Git, gitDir: string, source: StoreSource): Promise<void> {
  if (await exists(gitDir)) return;
  const draft = `${gitDir}.new`;
  await rm(draft, { recursive: true, force: true });
  await initStore(git, draft, source);
  await rename(draft, gitDir);
}

/** Replaces the repository of a plain folder: a store that borrows from none. */
export async function openFolderStore(git: Git, repositories: string, folder: string): Promise<Repository> {
  const gitDir = join(repositories, nameOf(`folder ${folder}`), "store.git");
  await mkdir(dirname(gitDir), { recursive: true, mode: 0o700 });
  await writersOf(gitDir)(() => makeBeside(git, gitDir, { objects: null, format: "sha1" }));
  return { commonDir: gitDir, gitDir, top: folder, objectFormat: "sha1" };
}

/** A store in place of a repository is its own. */
export function objectStorePath(repositories: string, repository: Pick<Repository, "commonDir">): string {
  if (repository.commonDir.startsWith(`${repositories}/`)) return repository.commonDir;
  return join(repositories, nameOf(repository.commonDir), "store.git");
}

/** Without it the store is unreadable, so it is checked at every opening. */
async function keepAlternate(gitDir: string, objects: string): Promise<void> {
  const path = join(gitDir, "objects", "info", "alternates");
  const line = alternatesLine(objects);
  const current = await readPlainText(path).catch(() => "");
  if (!current.split("\n").includes(line.trimEnd())) await writeFile(path, current + line);
}

/** Without this list git looks for parents that a shallow clone does not have, and fails. */
export async function copyShallow(fromGitDir: string, toGitDir: string): Promise<void> {
  const copy = join(toGitDir, "shallow");
  await copyPlain(join(fromGitDir, "shallow"), copy).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await rm(copy, { force: true });
  });
}

/** A folder without history starts from an empty commit. */
export async function startOf(
  { git }: { readonly git: Git },
  ask: { store: ObjectStore; from: string },
): Promise<CommitSha> {
  const { store, from } = ask;
  const found = await readCommit(git, store.repository.gitDir, from);
  if (found !== undefined) return found;
  if (from !== "HEAD")
    throw new TuttiError("git.no_commit", `there is no ${from}`, {
      audience: "user",
      hint: "Name a commit, a branch or a tag.",
    });
  const tree = emptyTree(store.repository.objectFormat);
  return writeCommit(git, store.gitDir, { tree, parents: [], message: "nothing\n", by: tuttiItself, at: 0 as EpochMs });
}
