import { readdir, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Git } from "../../git/git.ts";
import { readCommit } from "../../git/refs/refs.ts";
import type { Repository } from "../../git/repository.ts";
import { type FoundFolder, type Stray, type StrayLink, type StrayLock, straySheet } from "./stray.ts";
import { readData, readGitFile, readHead } from "../capture/agent/git-data.ts";
import { isGitAtWork } from "../../git/stale-locks.ts";

interface LinkedAsk {
  readonly repository: Repository;
  readonly found: readonly FoundFolder[];
}

/** Work trees named by git's notes or by folders; the two may disagree. */
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

/** Notes → folders whose `.git` file leads there. */
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

/** Where the folder of some notes lies. Only one that names them in turn is believed. */
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

/** A folder behind one that can't be entered is not gone, nor one whose name is not text. */
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
  // Only git reads every format of refs.
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

/** Its notes were pruned, or it is a copy of another work tree. */
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

/** The lock of a worktree: a file with a reason, which often names a process. */
export async function readStrayLock(repository: Repository, admin: string): Promise<StrayLock | null> {
  const text = await readData(join(admin, "locked"));
  if (text === undefined) return null;
  const reason = text.trim();
  const pid = pidIn(reason);
  return { reason, pid, owner: pid === null ? await ownerWithoutPid(reason, repository) : ownerOf(pid) };
}

/** As in `pid 123`, `pid=123` or `(PID: 123)`. */
export function pidIn(reason: string): number | null {
  const digits = /\bpid\b\W{0,3}(\d{1,7})\b/i.exec(reason)?.[1];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

/** A reused pid counts as its owner: uncertainty is no proof. */
function ownerOf(pid: number): StrayLock["owner"] {
  try {
    process.kill(pid, 0);
    return "alive";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH" ? "dead" : "alive";
  }
}

/** git locks a worktree while making it. If no git runs there, it died. */
async function ownerWithoutPid(reason: string, repository: Repository): Promise<StrayLock["owner"]> {
  if (reason !== "initializing") return "unknown";
  const isAtWork = await isGitAtWork([repository.commonDir, ...(repository.top === null ? [] : [repository.top])]);
  if (isAtWork === undefined) return "unknown";
  return isAtWork ? "alive" : "dead";
}
