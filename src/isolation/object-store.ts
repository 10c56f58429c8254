import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exists } from "../base/exists.ts";
import { nameOf } from "../base/names.ts";
import type { Git } from "../git/git.ts";
import { type StoreSource, alternatesLine, initStore } from "../git/init-store.ts";
import type { Repository } from "../git/repository.ts";
import { copyShallow } from "./shallow.ts";
import { type WritersQueue, writersQueue } from "./writers-queue.ts";

/** Tutti's own bare repository beside one of the user's: captures, agents' commits and candidates live here. */
export interface ObjectStore {
  readonly gitDir: string;
  /**
   * A second bare repository, on which worktree contexts hang. Tasks can write its configuration, refs and attributes, so
   * Tutti's own git never works with it; made when the first worktree is.
   */
  readonly hub: string;
  readonly repository: Repository;
  /** Operations that take shared locks of this store go through here, one at a time. */
  readonly writers: WritersQueue;
}

/** Opens the store of a repository, making it the first time: aside, so that one whose making was cut short is never met. */
export async function openObjectStore(git: Git, repositories: string, repository: Repository): Promise<ObjectStore> {
  const gitDir = objectStorePath(repositories, repository);
  await makeBeside(git, gitDir, { objects: join(repository.commonDir, "objects"), format: repository.objectFormat });
  await keepAlternate(gitDir, join(repository.commonDir, "objects"));
  await copyShallow(repository.commonDir, gitDir);
  return { gitDir, hub: join(dirname(gitDir), "worktrees.git"), repository, writers: writersQueue() };
}

/** Makes sure that worktrees can be hung on the store's hub. Only in the store's writers' queue. */
export async function openHub(git: Git, store: ObjectStore): Promise<void> {
  const settings = [
    ["extensions.worktreeConfig", "true"],
    // What an agent commits and resets away is found by the log.
    ["core.logAllRefUpdates", "true"],
  ] as const;
  await makeBeside(git, store.hub, { objects: join(store.gitDir, "objects"), format: store.repository.objectFormat, settings });
  await copyShallow(store.gitDir, store.hub);
}

async function makeBeside(git: Git, gitDir: string, source: StoreSource): Promise<void> {
  if (await exists(gitDir)) return;
  const draft = `${gitDir}.new`;
  await rm(draft, { recursive: true, force: true });
  await initStore(git, draft, source);
  await rename(draft, gitDir);
}

/** Where the store of a repository lies, whether or not it was made yet. */
export function objectStorePath(repositories: string, repository: Repository): string {
  return join(repositories, nameOf(repository.commonDir), "store.git");
}

/** Without its loan from the user's repository the store is unreadable, so the line is checked at every opening. */
async function keepAlternate(gitDir: string, objects: string): Promise<void> {
  const path = join(gitDir, "objects", "info", "alternates");
  const line = alternatesLine(objects);
  const current = await readFile(path, "utf8").catch(() => "");
  if (!current.split("\n").includes(line.trimEnd())) await writeFile(path, current + line);
}
