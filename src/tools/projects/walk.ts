import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

export interface WalkedFiles {
  /** Relative, with `/`, sorted. */
  readonly files: readonly string[];
  /** The limit was reached. */
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
/** Marks of caches and Python environments. */
const signs = new Set(["CACHEDIR.TAG", "pyvenv.cfg"]);

/** Files of a folder outside of git. Links are not followed. */
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

/** The paths that a walk would find. */
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

/** Tools can't read such a folder either. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
