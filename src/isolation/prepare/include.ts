import { messageOf } from "../../base/error.ts";
import { constants } from "node:fs";
import { copyFile, lstat, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gitignoreMatcher } from "../../base/ignore/gitignore.ts";
import { readPlainText } from "../../base/files/read-plain.ts";
import { firstFew, sizeText } from "../../base/text.ts";
import type { Git } from "../../git/git.ts";
import { listIgnoredFiles, listIgnoredFolders } from "../../git/index.ts";
import type { Repository } from "../../git/repository.ts";

/** At the top of the checkout, with lines as in `.gitignore`; other tools read it, too. */
const includeFile = ".worktreeinclude";

/** More is no configuration, but data: it belongs to a command of `prepare`. */
const most = { files: 1_000, bytes: 64e6 };

export interface Included {
  readonly files: readonly string[];
  readonly problems: readonly string[];
}

interface Asked {
  readonly repository: Repository;
  /** The context's folder. */
  readonly folder: string;
  /** Patterns of the score. */
  readonly patterns: readonly string[];
}

/** Copies files that git ignores in the checkout and that a pattern names, such as `.env`, into a context. */
export async function giveIncluded(git: Git, { repository, folder, patterns }: Asked): Promise<Included> {
  const { top, gitDir } = repository;
  if (top === null) return { files: [], problems: [] };
  const written = await readPlainText(join(top, includeFile)).catch(() => "");
  const lines = [...written.split("\n"), ...patterns].filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (lines.length === 0) return { files: [], problems: [] };
  const checkout = { gitDir, workTree: top };
  const isMeant = gitignoreMatcher(lines);
  const listed = await listFiles(git, checkout).catch((error: unknown) => messageOf(error));
  if (typeof listed === "string") return { files: [], problems: [`contexts have no included files: ${listed}`] };
  const found = listed.filter(isMeant);
  const files: string[] = [];
  const skipped: string[] = [];
  let bytes = 0;
  for (const path of found) {
    const stats = await lstat(join(top, path)).catch(() => undefined);
    bytes += stats?.size ?? 0;
    const fits = files.length < most.files && bytes <= most.bytes;
    if (stats?.isFile() === true && fits && (await give(top, folder, path))) files.push(path);
    else skipped.push(path);
  }
  const limits = `no link, nothing that the commit has, and at most ${String(most.files)} files and ${sizeText(most.bytes)}`;
  return {
    files,
    problems: skipped.length === 0 ? [] : [`included files that contexts do not get: ${firstFew(skipped)} (${limits})`],
  };
}

async function listFiles(
  git: Git,
  checkout: { readonly gitDir: string; readonly workTree: string },
): Promise<readonly string[]> {
  const folders = (await listIgnoredFolders(git, checkout)).filter((path) => isOfPackages(path));
  return listIgnoredFiles(git, checkout, folders);
}

/** Packages are given as whole folders. */
function isOfPackages(path: string): boolean {
  return /(?:^|\/)(?:node_modules|\.venv|venv|target|vendor|\.git)$/.test(path);
}

/** False: the commit has something in its place, or a link on the way. */
async function give(top: string, folder: string, path: string): Promise<boolean> {
  const steps = dirname(path) === "." ? [] : dirname(path).split("/");
  for (const [at] of steps.entries()) {
    const parent = join(folder, ...steps.slice(0, at + 1));
    await mkdir(parent).catch(() => undefined);
    if ((await lstat(parent).catch(() => undefined))?.isDirectory() !== true) return false;
  }
  return copyFile(join(top, path), join(folder, path), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE).then(
    () => true,
    () => false,
  );
}
