import { copyFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../../base/files/exists.ts";
import type { Git } from "../../../git/git.ts";
import { alternatesLine } from "../../../git/storage/init-store.ts";
import { type PrivateIndex, loadIndex, refreshIndex } from "../../../git/index.ts";
import { walkTree } from "../survey/walk.ts";

/** A git dir of Tutti's own over a submodule's folder: nothing of the nested repository's configuration is met. */
export interface NestedView {
  readonly gitDir: string;
  /** The submodule's folder. */
  readonly workTree: string;
}

/**
 * Makes a view (or makes it again) that reads these objects and writes only its own. `store` is where its settings come
 * from.
 */
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

/**
 * The view with an index that says a commit (`null`: nothing). It is kept: the next look reads only files that changed
 * since.
 */
export async function viewAt(git: Git, view: NestedView, commit: string | null): Promise<PrivateIndex> {
  const place = { ...view, index: join(view.gitDir, `${commit ?? "empty"}.index`) };
  if (commit === null || (await exists(place.index))) return place;
  const draft = { ...view, index: `${place.index}.new` };
  // A git that was killed left them; nobody else uses this index.
  for (const path of [draft.index, `${draft.index}.lock`]) await rm(path, { force: true });
  await loadIndex(git, draft, commit);
  // It only saves the next look some reading; what git must not come across is found there.
  if ((await walkTree(view.workTree, () => false)).hazards.length === 0) await refreshIndex(git, draft);
  await rename(draft.index, place.index);
  return place;
}
