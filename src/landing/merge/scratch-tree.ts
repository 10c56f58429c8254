import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { TreeSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { populate } from "../../git/index.ts";
import { removeTree } from "../../isolation/cleanup/remove-tree.ts";

interface Yard {
  readonly git: Git;
  readonly gitDir: string;
  /** A folder for short-lived files. */
  readonly scratch: string;
}

/** Lends a new folder with the files of a tree, without a repository around it, and removes it afterwards. */
export async function withTree<T>(
  { git, gitDir, scratch }: Yard,
  tree: TreeSha,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const place = await mkdtemp(join(scratch, "merge-"));
  try {
    const workTree = join(place, "tree");
    await mkdir(workTree);
    await populate(git, { gitDir, workTree, index: join(place, "index") }, tree);
    return await use(workTree);
  } finally {
    await removeTree(place);
  }
}
