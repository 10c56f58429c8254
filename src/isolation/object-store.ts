import { access, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { nameOf } from "../base/names.ts";
import type { Git } from "../git/git.ts";
import { alternatesLine, initStore } from "../git/init-store.ts";
import type { Repository } from "../git/repository.ts";
import { type WritersQueue, writersQueue } from "./writers-queue.ts";

/** Tutti's own bare repository beside one of the user's: captures, agents' commits and candidates live here. */
export interface ObjectStore {
  readonly gitDir: string;
  readonly repository: Repository;
  /** Operations that take shared locks of this store go through here, one at a time. */
  readonly writers: WritersQueue;
}

/** Opens the store of a repository, making it the first time: aside, so that one whose making was cut short is never met. */
export async function openObjectStore(git: Git, repositories: string, repository: Repository): Promise<ObjectStore> {
  const gitDir = objectStorePath(repositories, repository);
  if (!(await exists(gitDir))) {
    const draft = `${gitDir}.new`;
    await rm(draft, { recursive: true, force: true });
    await initStore(git, draft, { objects: join(repository.commonDir, "objects"), format: repository.objectFormat });
    await rename(draft, gitDir);
  }
  await keepAlternate(gitDir, join(repository.commonDir, "objects"));
  return { gitDir, repository, writers: writersQueue() };
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

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
