import { copyFile, lstat, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommitSha } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import { readObjectTypes } from "../../../git/history/read-commits.ts";
import { readData, readGitFile, readHead, readTips } from "../agent/git-data.ts";
import { exists } from "../../../base/files/exists.ts";
import { alternatesLine } from "../../../git/storage/init-store.ts";
import { loadIndex, type PrivateIndex, refreshIndex } from "../../../git/index.ts";
import { walkTree } from "../survey/walk.ts";

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
 * Whether a submodule's repository names commits that neither its remote nor the user's copy has. `view` reads the
 * user's copies.
 */
export async function hasOwnHistory(
  git: Git,
  nested: NestedGit,
  known: { view: string; base: string },
): Promise<boolean> {
  const tips = readTips(nested.gitDir, known.base);
  if (tips.isCut) return true;
  const copied = await readObjectTypes(git, { gitDir: known.view, env: {} }, tips.names);
  const unknown = tips.names.filter((name) => !copied.has(name));
  if (unknown.length === 0) return false;
  const remote = await readRemoteTips(nested.gitDir);
  return unknown.some((name) => !remote.has(name));
}

/** The branches and tags that a clone recorded of its remote. */
async function readRemoteTips(gitDir: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  let isRemote = false;
  for (const line of ((await readData(join(gitDir, "packed-refs"))) ?? "").split("\n")) {
    // A line that begins with ^ is the commit of the tag above it.
    isRemote = line.startsWith("^") ? isRemote : /^[0-9a-f]+ refs\/(?:remotes|tags)\//.test(line);
    if (isRemote) names.add(line.replace("^", "").split(" ", 1)[0] ?? "");
  }
  const folder = join(gitDir, "refs", "remotes");
  for (const file of await readdir(folder, { recursive: true }).catch(() => [])) {
    names.add(((await readData(join(folder, file))) ?? "").trim());
  }
  return names;
}

/** A git dir of Tutti's own over a submodule's folder, without the nested repository's configuration. */
export interface NestedView {
  readonly gitDir: string;
  readonly workTree: string;
}

/** Makes a view that reads these objects and writes only its own; its settings come from `store`. */
export async function openView(
  gitDir: string,
  how: { workTree: string; store: string; objects: readonly string[] },
): Promise<NestedView> {
  await mkdir(join(gitDir, "refs"), { recursive: true, mode: 0o700 });
  await mkdir(join(gitDir, "objects", "info"), { recursive: true });
  await Promise.all([
    copyFile(join(how.store, "config"), join(gitDir, "config")),
    writeFile(join(gitDir, "HEAD"), "ref: refs/heads/none\n"),
    writeFile(join(gitDir, "objects", "info", "alternates"), how.objects.map((path) => alternatesLine(path)).join("")),
  ]);
  return { gitDir, workTree: how.workTree };
}

/** The view with an index at a commit (`null`: empty). It is kept: the next look reads only changed files. */
export async function viewAt(git: Git, view: NestedView, commit: string | null): Promise<PrivateIndex> {
  const place = { ...view, index: join(view.gitDir, `${commit ?? "empty"}.index`) };
  if (commit === null || (await exists(place.index))) return place;
  const draft = { ...view, index: `${place.index}.new` };
  // A killed git left them; only this view uses the index.
  for (const path of [draft.index, `${draft.index}.lock`]) await rm(path, { force: true });
  await loadIndex(git, draft, commit);
  // Only an optimisation: skip it where git could hang.
  if ((await walkTree(view.workTree, () => false)).hazards.length === 0) await refreshIndex(git, draft);
  await rename(draft.index, place.index);
  return place;
}
