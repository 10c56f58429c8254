import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { CommitSha } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import { readObjectTypes } from "../../../git/history/read-commits.ts";
import { readData, readGitFile, readHead } from "../../strays/find/data-file.ts";
import { readTips } from "../agent/tips.ts";

/** The repository in a submodule's folder, read as data. */
export interface NestedGit {
  readonly gitDir: string;
  readonly head: CommitSha | null;
}

export async function readNestedGit(folder: string): Promise<NestedGit | undefined> {
  const stats = await lstat(join(folder, ".git")).catch(() => undefined);
  const gitDir =
    stats?.isDirectory() === true
      ? join(folder, ".git")
      : stats?.isFile() === true
        ? await readGitFile(folder)
        : undefined;
  return gitDir === undefined ? undefined : { gitDir, head: (await readHead(gitDir, gitDir)).commit };
}

/**
 * Whether a submodule's repository mentions commits that neither its remote nor the user's own copy has: then somebody
 * committed there. `view` reads the user's copies.
 */
export async function hasOwnHistory(
  git: Git,
  nested: NestedGit,
  known: { view: string; base: string },
): Promise<boolean> {
  const tips = await readTips(nested.gitDir, known.base);
  if (tips.isCut) return true;
  const copied = await readObjectTypes(git, { gitDir: known.view, env: {} }, tips.names);
  const unknown = tips.names.filter((name) => !copied.has(name));
  if (unknown.length === 0) return false;
  const remote = await readRemoteTips(nested.gitDir);
  return unknown.some((name) => !remote.has(name));
}

/** What a clone wrote down of its remote: its branches, and the tags that came with them. */
async function readRemoteTips(gitDir: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  let isRemote = false;
  for (const line of ((await readData(join(gitDir, "packed-refs"))) ?? "").split("\n")) {
    // A line that begins with ^ says what the tag above it stands for.
    isRemote = line.startsWith("^") ? isRemote : /^[0-9a-f]+ refs\/(?:remotes|tags)\//.test(line);
    if (isRemote) names.add(line.replace("^", "").split(" ", 1)[0] ?? "");
  }
  const folder = join(gitDir, "refs", "remotes");
  for (const file of await readdir(folder, { recursive: true }).catch(() => [])) {
    names.add(((await readData(join(folder, file))) ?? "").trim());
  }
  return names;
}
