import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

export interface WalkedFiles {
  /** Relative to the folder, with `/`, sorted. */
  readonly files: readonly string[];
  /** There are more than were asked for. */
  readonly isCut: boolean;
}

const maxFiles = 100_000;

/** Folders of installed or generated files. */
export const brought = [
  ".git",
  ".hg",
  ".svn",
  "node_modules",
  ".venv",
  "venv",
  "__pycache__",
  ".tox",
  ".nox",
  ".eggs",
  ".gradle",
  ".terraform",
];
const skipped = new Set(brought);
/** A folder that has one of these says of itself that it is a cache, or a Python environment. */
const signs = new Set(["CACHEDIR.TAG", "pyvenv.cfg"]);

/** The files of a project that git knows nothing of. Links are not followed, and are no files. */
export async function walkFiles(folder: string, most = maxFiles): Promise<WalkedFiles> {
  const files: string[] = [];
  const waiting = [""];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entries = await entriesOf(join(folder, at));
    if (at !== "" && entries.some(({ name }) => signs.has(name))) continue;
    for (const entry of entries) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !skipped.has(entry.name)) waiting.push(path);
    }
    if (files.length > most) return { files: files.slice(0, most).sort(), isCut: true };
  }
  return { files: files.sort(), isCut: false };
}

/** The paths that are files here, as a walk would find them. */
export async function filesAmong(folder: string, paths: readonly string[]): Promise<readonly string[]> {
  const marked = new Set(
    paths.flatMap((path) => (signs.has(basename(path)) && path.includes("/") ? [dirname(path)] : [])),
  );
  const isMarked = (path: string): boolean => {
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1))
      if (marked.has(path.slice(0, at))) return true;
    return false;
  };
  const files: string[] = [];
  for (let at = 0; at < paths.length; at += atOnce) {
    const some = paths.slice(at, at + atOnce);
    const are = await Promise.all(some.map((path) => isFile(join(folder, path))));
    files.push(...some.filter((path, place) => are[place] === true && (marked.size === 0 || !isMarked(path))));
  }
  return files.sort();
}

const atOnce = 1_000;

async function isFile(path: string): Promise<boolean> {
  return lstat(path).then(
    (status) => status.isFile(),
    () => false,
  );
}

/** A folder that may not be read has nothing that a tool could look at either. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
