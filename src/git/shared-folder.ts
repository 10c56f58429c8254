import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/**
 * Where the shared git folder of a checkout probably lies, without asking git: for questions that are asked often, and
 * that git is asked when the answer leads nowhere. `undefined`: no checkout was found.
 */
export async function commonDirOf(folder: string): Promise<string | undefined> {
  for (let at = await realpath(folder).catch(() => folder); ; at = dirname(at)) {
    const entry = join(at, ".git");
    const stats = await stat(entry).catch(() => undefined);
    if (stats?.isDirectory() === true) return realpath(entry).catch(() => undefined);
    if (stats?.isFile() === true) return linkedFrom(entry);
    if (dirname(at) === at) return undefined;
  }
}

/** A linked worktree, or a submodule: a file names its git folder, which names the one it shares, if any. */
async function linkedFrom(entry: string): Promise<string | undefined> {
  const read = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");
  const gitDir = /^gitdir: (.+)$/m.exec(await read(entry))?.[1];
  if (gitDir === undefined) return undefined;
  const own = resolve(dirname(entry), gitDir);
  const shared = (await read(join(own, "commondir"))).trim();
  return realpath(shared === "" ? own : resolve(own, shared)).catch(() => undefined);
}
