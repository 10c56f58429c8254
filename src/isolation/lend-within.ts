import type { Dirent } from "node:fs";
import { lstat, mkdir, readdir, realpath, stat, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

export interface Borrowed {
  /** The top of the user's checkout; `null`: there is none. */
  readonly top: string | null;
  /** Paths of folders in it. */
  readonly borrow: readonly string[];
}

/** How many links are made at once. */
const atOnce = 32;

/**
 * Makes folders of the user's checkout that lie deeper than its top found in a context, where programs look for them: beside the project
 * they belong to. Each becomes a folder of the context's own with links in it, so that what is installed or cached there stays there.
 * Gives the paths that were lent, which are no part of anybody's work.
 */
export async function lendWithin(context: string, { top, borrow }: Borrowed): Promise<readonly string[]> {
  const lent: string[] = [];
  if (top === null) return lent;
  for (const path of borrow.filter(isNested)) {
    const mine = join(top, path);
    const isThere = await stat(mine).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isThere || !(await isFree(context, path))) continue;
    await fill({ top: await realpath(top), context }, { from: mine, to: join(context, path) });
    lent.push(path);
  }
  return lent;
}

/** One at the top is found from above the context. */
export function isNested(path: string): boolean {
  return path.includes("/");
}

/** A folder on the way may be a link in this commit, to anywhere; and what the commit has itself is not replaced. */
async function isFree(context: string, path: string): Promise<boolean> {
  const steps = path.split("/");
  for (const [at] of steps.entries()) {
    const found = await lstat(join(context, ...steps.slice(0, at + 1))).catch(() => undefined);
    if (at === steps.length - 1) return found === undefined;
    if (found?.isDirectory() !== true) return false;
  }
  return false;
}

interface Ground {
  /** Without links on the way. */
  readonly top: string;
  readonly context: string;
}

async function fill(ground: Ground, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  await mkdir(to);
  const entries = (await readdir(from, { withFileTypes: true })).filter(({ name }) => !isBookkeeping(from, name));
  for (let start = 0; start < entries.length; start += atOnce) {
    await Promise.all(entries.slice(start, start + atOnce).map((entry) => lend(ground, entry, { from: join(from, entry.name), to: join(to, entry.name) })));
  }
}

/** What package managers and tools keep for themselves among the packages: it speaks of a folder that this one is not. */
function isBookkeeping(folder: string, name: string): boolean {
  return folder.endsWith("/node_modules") && name.startsWith(".") && name !== ".bin";
}

async function lend(ground: Ground, entry: Dirent, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  // Whoever installs a package writes into these: through a link it would be the user's.
  const isShared = dirname(from).endsWith("/node_modules") && (entry.name === ".bin" || entry.name.startsWith("@"));
  if (entry.isDirectory() && isShared) await fill(ground, { from, to });
  else await symlink(entry.isSymbolicLink() ? await meantBy(ground, from) : from, to);
}

/** A package of the repository itself is that of the context. */
async function meantBy({ top, context }: Ground, link: string): Promise<string> {
  const below = relative(top, await realpath(link).catch(() => "/"));
  const steps = below.split("/");
  return below === "" || steps[0] === ".." || steps.includes("node_modules") || !(await isFolderIn(context, below)) ? link : join(context, below);
}

async function isFolderIn(context: string, path: string): Promise<boolean> {
  return lstat(join(context, path)).then(
    (found) => found.isDirectory() || found.isFile(),
    () => false,
  );
}
