import { readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { readPlainText } from "../../base/files/read-plain.ts";
import { rebaseUnderWay } from "../checkout/state.ts";

/**
 * Whether no checkout of a repository has to do with a branch, told by the files alone that git keeps of each: most
 * targets are nobody's, and git would have to be asked three times and more. False wherever they leave a doubt, and
 * then git is asked.
 */
export async function isUnoccupied(commonDir: string, ref: string): Promise<boolean> {
  const linked = await readdir(join(commonDir, "worktrees")).catch((error: unknown) =>
    isAbsent(error) ? [] : undefined,
  );
  if (linked === undefined) return false;
  const gitDirs = [commonDir, ...linked.map((name) => join(commonDir, "worktrees", name))];
  const found = await Promise.all(gitDirs.map((gitDir) => isElsewhere({ gitDir, commonDir }, ref)));
  return found.every(Boolean);
}

async function isElsewhere(
  { gitDir, commonDir }: { readonly gitDir: string; readonly commonDir: string },
  ref: string,
): Promise<boolean> {
  const path = join(gitDir, "HEAD");
  // Old ones are links to the branch, and reading them would give its commit.
  if (await isLink(path)) return false;
  const head = await readPlainText(path).catch(() => "");
  const branch = /^ref: (refs\/\S+)\n$/.exec(head)?.[1];
  if (branch === undefined && !/^[0-9a-f]{40,64}\n$/.test(head)) return false;
  if (branch !== undefined && !(await isOther({ commonDir, branch }, ref))) return false;
  return (await rebaseUnderWay(gitDir)) === undefined;
}

/** Some disks tell no `Main` from `main`. `.invalid` stands there where git keeps refs in another way. */
async function isOther(
  { commonDir, branch }: { readonly commonDir: string; readonly branch: string },
  ref: string,
): Promise<boolean> {
  if (branch.toLowerCase() === ref.toLowerCase() || branch.endsWith("/.invalid")) return false;
  const path = join(commonDir, branch);
  const text = await readPlainText(path).catch((error: unknown) => (isAbsent(error) ? "" : undefined));
  // A branch that only stands for another one.
  return text !== undefined && !text.startsWith("ref:") && !(await isLink(path));
}

async function isLink(path: string): Promise<boolean> {
  return (await readlink(path).catch(() => undefined)) !== undefined;
}

function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
