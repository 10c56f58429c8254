import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

export interface WalkedFiles {
  /** Relative to the folder, with `/`, sorted. */
  readonly files: readonly string[];
  /** There are more than were asked for. */
  readonly isCut: boolean;
}

const maxFiles = 100_000;

/** What programs put there for themselves, or bring from elsewhere. */
const skipped = new Set([".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__", ".tox", ".nox", ".eggs", ".gradle", ".terraform"]);
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

/** A folder that may not be read has nothing that a tool could look at either. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
