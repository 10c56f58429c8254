import { realpath } from "node:fs/promises";
import type { Git } from "../../../git/git.ts";
import type { Repository } from "../../../git/repository.ts";
import { listWorktrees } from "../../../git/worktree-list.ts";
import type { Stray } from "../stray.ts";
import { findClones } from "./clones.ts";
import { findLinked } from "./linked.ts";
import { type SearchFolder, searchFolders, usualFolders } from "./search.ts";

export interface FindAsk {
  /** A bare repository of Tutti's that borrows the user's objects: strays are only ever looked at through it. */
  readonly desk: string;
  /** Where to look for clones and for worktrees that git lost; git's own notes are always read. */
  readonly folders: readonly SearchFolder[] | null;
  /** Also these, whatever lies there. */
  readonly named?: readonly string[];
  /** Folders that are Tutti's own. */
  readonly ours: readonly string[];
}

export interface FoundStrays {
  /** Those inside others first. */
  readonly strays: readonly Stray[];
  /** Not every folder could be looked at. */
  readonly isCut: boolean;
}

/**
 * Work trees and clones of a repository that are neither the user's main checkout nor the one Tutti was asked from, nor
 * Tutti's own.
 */
export async function findStrays(git: Git, repository: Repository, ask: FindAsk): Promise<FoundStrays> {
  const isOurs = (path: string): boolean => ask.ours.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const named = (ask.named ?? []).map((path) => ({ path, depth: 0 }));
  const { found, isCut } = await searchFolders([...named, ...(ask.folders ?? usualFolders(repository))], isOurs);
  const strays = [
    ...(await findLinked(git, { repository, found })),
    ...(await findClones(git, { repository, desk: ask.desk, found })),
  ];
  const never = await ownCheckouts(git, repository);
  const rest = strays.filter(({ path }) => path === null || !(isOurs(path) || never.has(path)));
  return { strays: rest.toSorted((one, other) => depthOf(other) - depthOf(one)), isCut };
}

/** The main checkout, as Tutti and as git see it, and the one Tutti was asked from. */
async function ownCheckouts(git: Git, repository: Repository): Promise<ReadonlySet<string>> {
  // git lists nothing at all where the notes of one worktree are broken, and just then strays are to be found.
  const [main] = await listWorktrees(git, repository.commonDir).catch(() => []);
  const listed = main === undefined ? undefined : await realpath(main.path).catch(() => undefined);
  return new Set([...(repository.top === null ? [] : [repository.top]), ...(listed === undefined ? [] : [listed])]);
}

function depthOf(stray: Stray): number {
  return (stray.path ?? "").split("/").length;
}
