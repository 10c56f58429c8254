import type { Dirent } from "node:fs";
import { lstat, mkdir, readdir, realpath, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Context } from "../context.ts";
import { isBookkeeping, isShared, ownIgnore } from "./lent.ts";

export interface Borrowed {
  /** The top of the user's checkout; `null`: there is none. */
  readonly top: string | null;
  /** Paths of folders in it. */
  readonly borrow: readonly string[];
}

/** How many links are made at once. */
const atOnce = 32;

/**
 * Makes folders of the user's checkout that lie deeper than its top found in a context, where programs look for them:
 * beside the project they belong to. Each becomes a folder of the context's own with links in it, so that what is
 * installed or cached there stays there. Gives the paths that were lent, which are no part of anybody's work.
 * `modules`: the commit's submodules, whose folders are empty in a context, and changed as soon as anything lies there.
 */
export async function lendWithin(
  context: string,
  { top, borrow, modules = [] }: Borrowed & { readonly modules?: readonly string[] },
): Promise<readonly string[]> {
  const lent: string[] = [];
  if (top === null) return lent;
  const isInModule = (path: string): boolean => modules.some((module) => `${path}/`.startsWith(`${module}/`));
  for (const path of borrow.filter((one) => isNested(one) && !isInModule(one))) {
    if ((await kindAt(context, path)) !== "nothing") continue;
    if (await give({ top, context }, path)) lent.push(path);
  }
  return lent;
}

/** Puts back what is missing of what was lent to a context: somebody may have cleared it away to make room. */
export async function lendAgain({
  path: context,
  lent = [],
  lentFrom,
}: Pick<Context, "path" | "lent" | "lentFrom">): Promise<void> {
  if (lentFrom === undefined) return;
  for (const path of lent) if ((await kindAt(context, path)) !== "other") await give({ top: lentFrom, context }, path);
}

/** One at the top is found from above the context. */
export function isNested(path: string): boolean {
  return path.includes("/");
}

/** A folder on the way may be a link in this commit, to anywhere; and what the commit has itself is not replaced. */
async function kindAt(context: string, path: string): Promise<"nothing" | "folder" | "other"> {
  const steps = path.split("/");
  for (const [at] of steps.entries()) {
    const found = await lstat(join(context, ...steps.slice(0, at + 1))).catch(() => undefined);
    if (at === steps.length - 1 && found === undefined) return "nothing";
    if (found?.isDirectory() !== true) return "other";
  }
  return "folder";
}

interface Ground {
  readonly top: string;
  readonly context: string;
}

interface Way {
  readonly from: string;
  readonly to: string;
}

/** False where the user has no such folder. */
async function give({ top, context }: Ground, path: string): Promise<boolean> {
  const [from, to] = [join(top, path), join(context, path)];
  const isThere = await stat(from).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isThere) return false;
  // Without links on the way: packages of the repository itself are told by their real paths.
  await fill({ top: await realpath(top), context }, { from, to });
  // Wherever an agent moves it, git takes no notice of it. Not the user's own, if there is one: git reads no ignore
  // file through a link.
  await orThere(writeFile(join(to, ownIgnore), "*\n", { flag: "wx" }));
  return true;
}

async function fill(ground: Ground, { from, to }: Way): Promise<void> {
  await orThere(mkdir(to));
  if (!(await lstat(to)).isDirectory()) return;
  const entries = (await readdir(from, { withFileTypes: true })).filter(
    ({ name }) => name !== ownIgnore && !isBookkeeping(from, name),
  );
  for (let start = 0; start < entries.length; start += atOnce) {
    await Promise.all(
      entries
        .slice(start, start + atOnce)
        .map((entry) => lend(ground, entry, { from: join(from, entry.name), to: join(to, entry.name) })),
    );
  }
}

async function lend(ground: Ground, entry: Dirent, { from, to }: Way): Promise<void> {
  if (entry.isDirectory() && isShared(dirname(from), entry.name)) await fill(ground, { from, to });
  else await orThere(symlink(entry.isSymbolicLink() ? await meantBy(ground, from) : from, to));
}

async function orThere(made: Promise<unknown>): Promise<void> {
  await made.catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  });
}

/** A package of the repository itself is that of the context. */
async function meantBy({ top, context }: Ground, link: string): Promise<string> {
  const below = relative(top, await realpath(link).catch(() => "/"));
  const steps = below.split("/");
  return below === "" || steps[0] === ".." || steps.includes("node_modules") || !(await isFolderIn(context, below))
    ? link
    : join(context, below);
}

async function isFolderIn(context: string, path: string): Promise<boolean> {
  return lstat(join(context, path)).then(
    (found) => found.isDirectory() || found.isFile(),
    () => false,
  );
}
