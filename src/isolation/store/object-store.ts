import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readPlainText, copyPlain } from "../../base/files/read-plain.ts";
import { exists } from "../../base/files/exists.ts";
import { nameOf } from "../../base/names.ts";
import { realWorld } from "../../base/real-world.ts";
import type { Git } from "../../git/git.ts";
import { type StoreSource, alternatesLine, initStore } from "../../git/storage/init-store.ts";
import type { Repository } from "../../git/repository.ts";
import { type WritersQueue, writersQueue } from "./writers-queue.ts";
import { TuttiError } from "../../base/error.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { emptyTree, writeCommit } from "../../git/history/trees.ts";
import { readCommit } from "../../git/refs/refs.ts";

/** Tutti's own bare repository beside one of the user's: captures, agents' commits and candidates live here. */
export interface ObjectStore {
  readonly gitDir: string;
  /**
   * A second bare repository, on which worktree contexts hang. Tasks can write its configuration, refs and attributes,
   * so Tutti's own git never works with it; made when the first worktree is.
   */
  readonly hub: string;
  readonly repository: Repository;
  /** Operations that take shared locks of this store go through here, one at a time. */
  readonly writers: WritersQueue;
}

/**
 * Opens the store of a repository, making it the first time: aside, so that one whose making was cut short is never
 * met.
 */
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
    if (!isBorrowing) return;
    await keepAlternate(gitDir, join(repository.commonDir, "objects"));
    await copyShallow(repository.commonDir, gitDir);
    if (await exists(hub)) await copyShallow(repository.commonDir, hub);
  });
  return { gitDir, hub, repository, writers };
}

/** Where the hub of a store lies, whether or not it was made yet. */
export function hubOf(gitDir: string): string {
  return join(dirname(gitDir), "worktrees.git");
}

/** Makes sure that worktrees can be hung on the store's hub. */
export async function openHub(git: Git, store: ObjectStore): Promise<void> {
  if (await exists(store.hub)) return;
  const settings = [
    ["extensions.worktreeConfig", "true"],
    // What an agent commits and resets away is found by the log.
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

/** Other processes are waited for in real time, whatever world the engine plays in. */
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

/**
 * What stands for a repository where a folder lies in none: a store of Tutti's that borrows from nobody, so that
 * snapshots of the folder have a place.
 */
export async function openFolderStore(git: Git, repositories: string, folder: string): Promise<Repository> {
  const gitDir = join(repositories, nameOf(`folder ${folder}`), "store.git");
  await mkdir(dirname(gitDir), { recursive: true, mode: 0o700 });
  await writersOf(gitDir)(() => makeBeside(git, gitDir, { objects: null, format: "sha1" }));
  return { commonDir: gitDir, gitDir, top: folder, objectFormat: "sha1" };
}

/**
 * Where the store of a repository lies, whether or not it was made yet. One that stands for a repository is its own.
 */
export function objectStorePath(repositories: string, repository: Pick<Repository, "commonDir">): string {
  if (repository.commonDir.startsWith(`${repositories}/`)) return repository.commonDir;
  return join(repositories, nameOf(repository.commonDir), "store.git");
}

/** Without its loan from the user's repository the store is unreadable, so the line is checked at every opening. */
async function keepAlternate(gitDir: string, objects: string): Promise<void> {
  const path = join(gitDir, "objects", "info", "alternates");
  const line = alternatesLine(objects);
  const current = await readPlainText(path).catch(() => "");
  if (!current.split("\n").includes(line.trimEnd())) await writeFile(path, current + line);
}

/**
 * A repository that borrows the objects of a shallow clone has to know where the history was cut off: without this list
 * git looks for parents that are not there, and fails.
 */
export async function copyShallow(fromGitDir: string, toGitDir: string): Promise<void> {
  const copy = join(toGitDir, "shallow");
  await copyPlain(join(fromGitDir, "shallow"), copy).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await rm(copy, { force: true });
  });
}

/** The commit a context starts from; of a folder without history, one with nothing in it. */
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
  const nobody = { name: "Tutti", email: "tutti@localhost" };
  const tree = emptyTree(store.repository.objectFormat);
  return writeCommit(git, store.gitDir, { tree, parents: [], message: "nothing\n", by: nobody, at: 0 as EpochMs });
}
