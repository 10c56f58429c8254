import { readdir, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Git } from "../../../git/git.ts";
import { readCommit } from "../../../git/refs/refs.ts";
import type { Repository } from "../../../git/repository.ts";
import { type Stray, type StrayLink, straySheet } from "../stray.ts";
import { readData, readGitFile, readHead } from "./data-file.ts";
import type { FoundFolder } from "./search.ts";
import { readStrayLock } from "./stray-lock.ts";

interface LinkedAsk {
  readonly repository: Repository;
  /** Folders with a `.git` file, wherever it leads. */
  readonly found: readonly FoundFolder[];
}

/** Work trees that git's notes below the repository or the folders themselves tell of; the two may disagree. */
export async function findLinked(git: Git, ask: LinkedAsk): Promise<readonly Stray[]> {
  const worktrees = join(ask.repository.commonDir, "worktrees");
  const pointing = await readPointing(ask.found, worktrees);
  const names = (await readdir(worktrees, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const strays: Stray[] = [];
  const settled = new Set<string>();
  for (const name of names) {
    const admin = join(worktrees, name);
    const { path, link } = await placeOf(admin, pointing.get(name) ?? []);
    if (path !== null && link !== "gone") settled.add(path);
    strays.push(await linkedStray(git, ask, { admin, path, link }));
  }
  for (const [name, folders] of pointing) {
    for (const path of folders.filter((folder) => !settled.has(folder)))
      strays.push(await looseStray(git, ask, { path, admin: join(worktrees, name) }));
  }
  return strays;
}

/** Name of the notes → the folders whose `.git` file leads there. */
async function readPointing(
  found: readonly FoundFolder[],
  worktrees: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const pointing = new Map<string, string[]>();
  for (const folder of found.filter((item) => item.has === "git file")) {
    const target = await readGitFile(folder.path);
    if (target === undefined || (await realpath(dirname(target)).catch(() => dirname(target))) !== worktrees) continue;
    pointing.set(basename(target), [...(pointing.get(basename(target)) ?? []), folder.path]);
  }
  return pointing;
}

/**
 * Where the folder of some notes lies now. Only one that names them in turn is believed: nothing else may be taken for
 * it.
 */
async function placeOf(admin: string, pointing: readonly string[]): Promise<{ path: string | null; link: StrayLink }> {
  const written = (await readData(join(admin, "gitdir")))?.trim();
  const noted = written === undefined || written === "" ? null : dirname(resolve(admin, written));
  const real = noted === null ? "gone" : await realpath(noted).catch(absence);
  if (real !== "gone" && real !== "unseen" && (await leadsTo(real, admin))) return { path: real, link: "whole" };
  const [moved] = pointing;
  if (moved !== undefined) return { path: moved, link: "moved" };
  if (real === "gone") return { path: noted, link: noted?.includes("\uFFFD") === true ? "unseen" : "gone" };
  return real === "unseen" ? { path: noted, link: "unseen" } : { path: real, link: "replaced" };
}

/**
 * A folder behind one that may not be entered is not gone. Nor is one whose name is no text, so that it can't be found
 * by it.
 */
function absence(error: unknown): "gone" | "unseen" {
  return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "") ? "gone" : "unseen";
}

async function leadsTo(folder: string, admin: string): Promise<boolean> {
  const target = await readGitFile(folder);
  return target !== undefined && (await realpath(target).catch(() => undefined)) === admin;
}

async function linkedStray(
  git: Git,
  ask: LinkedAsk,
  at: { admin: string; path: string | null; link: StrayLink },
): Promise<Stray> {
  const { commonDir } = ask.repository;
  const head = await readHead(at.admin, commonDir);
  // The refs of the user's repository may be kept in a way that only git reads.
  const commit = head.branch === null ? head.commit : ((await readCommit(git, commonDir, head.branch)) ?? head.commit);
  return {
    sheet: straySheet(ask.repository, at.path ?? at.admin),
    kind: "worktree",
    path: at.path,
    link: at.link,
    admin: at.admin,
    branch: head.branch,
    head: commit,
    lock: await readStrayLock(ask.repository, at.admin),
    gitDir: at.admin,
    objects: null,
  };
}

/** Its notes were pruned, or it is a copy of a work tree that is still there: then they are the other one's. */
async function looseStray(git: Git, ask: LinkedAsk, at: { path: string; admin: string }): Promise<Stray> {
  const { branch, commit } = await readHead(at.admin, ask.repository.commonDir);
  const head = commit ?? (branch === null ? null : ((await readCommit(git, ask.repository.commonDir, branch)) ?? null));
  return {
    sheet: straySheet(ask.repository, at.path),
    kind: "worktree",
    path: at.path,
    link: "loose",
    admin: null,
    branch: null,
    head,
    lock: null,
    gitDir: null,
    objects: null,
  };
}
