import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readPlainText } from "../../base/files/read-plain.ts";

/**
 * Folders in which the user's repository keeps the repositories of its submodules: the main checkout's and each linked
 * one's. The store borrows from that repository, so the store itself tells which one it is.
 */
export async function moduleHomes(storeGitDir: string): Promise<readonly string[]> {
  const text = await readPlainText(join(storeGitDir, "objects", "info", "alternates")).catch(() => "");
  const homes: string[] = [];
  for (const line of text.split("\n").filter((item) => item !== "")) {
    const commonDir = dirname(line.startsWith('"') ? (JSON.parse(line) as string) : line);
    const linked = await readdir(join(commonDir, "worktrees")).catch(() => []);
    homes.push(join(commonDir, "modules"), ...linked.map((name) => join(commonDir, "worktrees", name, "modules")));
  }
  return homes;
}

/** The user's own copies of a submodule's repository. */
export async function findCopies(homes: readonly string[], name: string): Promise<readonly string[]> {
  if (!isSafeName(name)) return [];
  const found: string[] = [];
  for (const home of homes) {
    const copy = join(home, name);
    if ((await isFolder(join(copy, "objects"))) && (await isFolder(join(copy, "refs")))) found.push(copy);
  }
  return found;
}

/** Whether a submodule's name, which anybody may have written, may be part of a path. git itself refuses `..` only. */
function isSafeName(name: string): boolean {
  const isPlain = name.split("/").every((part) => part !== "" && part !== "." && part !== ".." && part.length <= 200);
  return isPlain && name.length <= 1000 && !name.startsWith("-") && !/[\\\p{Cc}\ufffd]/u.test(name);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
