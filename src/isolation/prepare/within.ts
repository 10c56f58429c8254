import type { Dirent } from "node:fs";
import { lstat, mkdir, readdir, realpath, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Context } from "../context.ts";
import { isBookkeeping, isShared, ownIgnore } from "./lent.ts";

export interface Borrowed {
  /** `null`: none. */
  readonly top: string | null;
  readonly borrow: readonly string[];
}

const atOnce = 32;

/**
 * Makes deeper folders of the user's checkout found in a context, beside the project they belong to. Each becomes a
 * folder of the context's own with links in it, so that what is installed there stays there. Returns the paths lent.
 * `modules`: the commit's submodules; anything in their folders would count as a change.
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

/** Restores what is missing: clean-up may have removed it. */
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

/** A folder on the way may be a link to anywhere; what the commit has is not replaced. */
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

/** False: the user has no such folder. */
async function give({ top, context }: Ground, path: string): Promise<boolean> {
  const [from, to] = [join(top, path), join(context, path)];
  const isThere = await stat(from).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isThere) return false;
  // Packages of the repository itself are recognised by real paths.
  await fill({ top: await realpath(top), context }, { from, to });
  // git ignores it wherever an agent moves it. Not the user's: git reads no ignore file through a link.
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
