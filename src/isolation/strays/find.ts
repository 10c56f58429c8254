import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Git } from "../../git/git.ts";
import { readObjectTypes } from "../../git/history/read-commits.ts";
import { readRemoteUrls } from "../../git/remote/remotes.ts";
import type { Repository } from "../../git/repository.ts";
import { listWorktrees } from "../../git/checkout/worktree-list.ts";
import { readData, readHead, readTips } from "../capture/agent/git-data.ts";
import { type FoundFolder, type Stray, straySheet } from "./stray.ts";
import { findLinked } from "./linked.ts";

export interface FindAsk {
  /** A bare repository that borrows the user's objects: strays are read only through it. */
  readonly desk: string;
  /** Where to look for clones and lost worktrees; git's own notes are always read. */
  readonly folders: readonly SearchFolder[] | null;
  readonly named?: readonly string[];
  readonly ours: readonly string[];
}

export interface FoundStrays {
  /** Those inside others first. */
  readonly strays: readonly Stray[];
  readonly isCut: boolean;
}

/** Work trees and clones of a repository, except the main checkout, the one asked from, and Tutti's own. */
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

async function ownCheckouts(git: Git, repository: Repository): Promise<ReadonlySet<string>> {
  // git lists nothing if the notes of one worktree are broken.
  const [main] = await listWorktrees(git, repository.commonDir).catch(() => []);
  const listed = main === undefined ? undefined : await realpath(main.path).catch(() => undefined);
  return new Set([...(repository.top === null ? [] : [repository.top]), ...(listed === undefined ? [] : [listed])]);
}

function depthOf(stray: Stray): number {
  return (stray.path ?? "").split("/").length;
}

/** A clone borrows the repository's objects, or has it as a remote and shares its history. */
async function findClones(
  git: Git,
  ask: { repository: Repository; desk: string; found: readonly FoundFolder[] },
): Promise<readonly Stray[]> {
  const strays: Stray[] = [];
  for (const { path, has } of ask.found) {
    const gitDir = join(path, ".git");
    // Others' folders may vanish at any time.
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

/** A remote of that path proves little: it may have been another repository's. */
async function descends(
  git: Git,
  clone: { gitDir: string; path: string },
  ask: { repository: Repository; desk: string },
): Promise<boolean> {
  const config = join(clone.gitDir, "config");
  // git would wait for a pipe in its place.
  if ((await readData(config)) === undefined) return false;
  const own = new Set([ask.repository.commonDir, ...(ask.repository.top === null ? [] : [ask.repository.top])]);
  const urls = await readRemoteUrls(git, ask.desk, config);
  const places = await Promise.all(urls.map(async (url) => realpath(resolve(clone.path, asPath(url))).catch(() => "")));
  if (!places.some((place) => own.has(place))) return false;
  const { names } = readTips(clone.gitDir, "");
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

export interface SearchFolder {
  readonly path: string;
  readonly depth: number;
  readonly skipsHidden?: true;
  /** Clones here count as the user's own. */
  readonly passesClones?: true;
}

export interface Search {
  readonly found: readonly FoundFolder[];
  readonly isCut: boolean;
}

const mostFolders = 20_000;
const deep = 4;
const passedOver = new Set(["node_modules", ".git", "proc", "sys", "dev"]);
const toolPlaces = [
  ".worktrees",
  "worktrees",
  ".trees",
  ".claude/worktrees",
  ".cursor/worktrees",
  ".codex/worktrees",
  ".tutti/worktrees",
];

/** Where other tools put worktrees and clones. Beside the repository only worktrees count. */
export function usualFolders(repository: Repository): readonly SearchFolder[] {
  const top = repository.top ?? dirname(repository.commonDir);
  const [beside, name] = [dirname(top), basename(top)];
  const besides = [
    `${name}-worktrees`,
    `${name}.worktrees`,
    `${name}-trees`,
    `.${name}-worktrees`,
    "worktrees",
    ".worktrees",
    ".trees",
    ".claude/worktrees",
  ];
  return [
    ...toolPlaces.map((place) => ({ path: join(top, place), depth: deep })),
    ...besides.map((place) => ({ path: join(beside, place), depth: deep })),
    { path: beside, depth: 2, skipsHidden: true, passesClones: true },
  ];
}

/**
 * Folders with a `.git`, links not followed. Does not look into a repository it found; places searched by name are
 * found all the same.
 */
async function searchFolders(
  folders: readonly SearchFolder[],
  isPassedOver: (path: string) => boolean,
): Promise<Search> {
  const walk: Walk = { seen: new Set(), found: [], isPassedOver };
  for (const folder of folders) {
    const real = await realpath(folder.path).catch(() => undefined);
    if (real !== undefined) await look(walk, real, { ...folder, isRoot: true });
  }
  return { found: walk.found, isCut: walk.seen.size >= mostFolders };
}

interface Walk {
  readonly seen: Set<string>;
  readonly found: FoundFolder[];
  readonly isPassedOver: (path: string) => boolean;
}

async function look(walk: Walk, folder: string, at: SearchFolder & { readonly isRoot: boolean }): Promise<void> {
  if (walk.seen.size >= mostFolders || walk.isPassedOver(folder)) return;
  const isNew = !walk.seen.has(folder);
  walk.seen.add(folder);
  const has = await gitIn(folder);
  if (has !== undefined && isNew && !(at.passesClones === true && has === "git folder"))
    walk.found.push({ path: folder, has });
  if (at.depth === 0 || (has !== undefined && !at.isRoot)) return;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const isSkipped = passedOver.has(entry.name) || (at.skipsHidden === true && entry.name.startsWith("."));
    if (entry.isDirectory() && !isSkipped)
      await look(walk, join(folder, entry.name), { ...at, depth: at.depth - 1, isRoot: false });
  }
}

async function gitIn(folder: string): Promise<FoundFolder["has"] | undefined> {
  const stats = await lstat(join(folder, ".git")).catch(() => undefined);
  if (stats?.isFile() === true) return "git file";
  return stats?.isDirectory() === true ? "git folder" : undefined;
}
