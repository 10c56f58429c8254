import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Git } from "../../../git/git.ts";
import { readObjectTypes } from "../../../git/history/read-commits.ts";
import { readRemoteUrls } from "../../../git/remote/remotes.ts";
import type { Repository } from "../../../git/repository.ts";
import { listWorktrees } from "../../../git/checkout/worktree-list.ts";
import { readTips } from "../../capture/agent/tips.ts";
import { type Stray, straySheet } from "../stray.ts";
import { readData, readHead } from "./data-file.ts";
import { findLinked } from "./linked.ts";
import { type FoundFolder, type SearchFolder, searchFolders, usualFolders } from "./search.ts";

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

/**
 * Those of the folders that are clones of the repository: they borrow its objects, or have it as a remote and share its
 * history.
 */
async function findClones(
  git: Git,
  ask: { repository: Repository; desk: string; found: readonly FoundFolder[] },
): Promise<readonly Stray[]> {
  const strays: Stray[] = [];
  for (const { path, has } of ask.found) {
    const gitDir = join(path, ".git");
    // What lies around a repository is other people's: any of it may be gone by the next look.
    const real = has === "git folder" ? await realpath(gitDir).catch(() => undefined) : undefined;
    if (real === undefined || real === ask.repository.commonDir) continue;
    if (!(await borrows(gitDir, ask.repository)) && !(await descends(git, { gitDir, path }, ask))) continue;
    const { branch, commit: head } = await readHead(gitDir, gitDir);
    const objects = join(gitDir, "objects");
    strays.push({
      sheet: straySheet(ask.repository, path),
      kind: "clone",
      path,
      link: "whole",
      admin: null,
      branch,
      head,
      lock: null,
      gitDir,
      objects,
    });
  }
  return strays;
}

async function borrows(gitDir: string, repository: Repository): Promise<boolean> {
  const lender = await realpath(join(repository.commonDir, "objects")).catch(() => undefined);
  const objects = join(gitDir, "objects");
  const lines = ((await readData(join(objects, "info", "alternates"))) ?? "").split("\n");
  for (const line of lines.filter((text) => text !== "" && !text.startsWith("#"))) {
    const real = await realpath(resolve(objects, unquoted(line))).catch(() => undefined);
    if (real !== undefined && real === lender) return true;
  }
  return false;
}

/** A remote of that path alone proves little: the path may have been another repository's. */
async function descends(
  git: Git,
  clone: { gitDir: string; path: string },
  ask: { repository: Repository; desk: string },
): Promise<boolean> {
  const config = join(clone.gitDir, "config");
  // Looked at first, because git would wait for a pipe in its place.
  if ((await readData(config)) === undefined) return false;
  const own = new Set([ask.repository.commonDir, ...(ask.repository.top === null ? [] : [ask.repository.top])]);
  const urls = await readRemoteUrls(git, ask.desk, config);
  const places = await Promise.all(urls.map(async (url) => realpath(resolve(clone.path, asPath(url))).catch(() => "")));
  if (!places.some((place) => own.has(place))) return false;
  const { names } = await readTips(clone.gitDir, "");
  return (await readObjectTypes(git, { gitDir: ask.desk, env: {} }, names)).size > 0;
}

function asPath(url: string): string {
  try {
    return url.startsWith("file://") ? fileURLToPath(url) : url;
  } catch {
    return url;
  }
}

function unquoted(line: string): string {
  try {
    return line.startsWith('"') ? (JSON.parse(line) as string) : line;
  } catch {
    return line;
  }
}
