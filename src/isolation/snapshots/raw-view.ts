import { copyFile, mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "../remove-tree.ts";

/** The strongest place for attributes: nothing that a `.gitattributes` says of a file counts beside this. */
const asItIs = "* -text !eol !ident !filter !working-tree-encoding\n";

/**
 * Lends a git dir over the store's objects in which no content is ever converted. A workspace is no checkout: its files
 * must come back byte for byte, whatever attributes a task or the user left among them.
 */
export async function withRawView<T>(
  store: { gitDir: string; scratch: string },
  use: (gitDir: string) => Promise<T>,
): Promise<T> {
  const view = await mkdtemp(join(store.scratch, "view-"));
  try {
    await mkdir(join(view, "refs"));
    await mkdir(join(view, "info"));
    await Promise.all([
      copyFile(join(store.gitDir, "config"), join(view, "config")),
      writeFile(join(view, "HEAD"), "ref: refs/heads/none\n"),
      writeFile(join(view, "info", "attributes"), asItIs),
      symlink(join(store.gitDir, "objects"), join(view, "objects")),
    ]);
    return await use(view);
  } finally {
    await removeTree(view);
  }
}
