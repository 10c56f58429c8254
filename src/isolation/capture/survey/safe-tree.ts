import { constants } from "node:fs";
import { copyFile, link, lstat, mkdir, mkdtemp, readdir, readlink, symlink, writeFile } from "node:fs/promises";
import { childPath, pathBytes } from "../../raw-path.ts";
import { removeTree } from "../../cleanup/remove-tree.ts";
import { largestFile } from "./left-out.ts";

export interface SafeTree {
  readonly workTree: string;
  /** A folder can be made beside it. */
  readonly index: string;
  readonly hazards: readonly string[];
  readonly isPassedOver: (path: string) => boolean;
}

/**
 * Lends a folder that git can read without hanging: the work tree itself if it is safe, else its files and links
 * without the dangerous ones and without nested git folders. Files are hard links: no room, same content.
 */
export async function withSafeTree<T>(tree: SafeTree, use: (workTree: string) => Promise<T>): Promise<T> {
  if (tree.hazards.length === 0) return use(tree.workTree);
  const twin = await mkdtemp(`${tree.index}.safe-`);
  try {
    await mirror(
      { from: tree.workTree, to: twin, hazards: new Set(tree.hazards), isPassedOver: tree.isPassedOver },
      "",
    );
    return await use(twin);
  } finally {
    await removeTree(twin);
  }
}

interface Mirror {
  readonly from: string;
  readonly to: string;
  readonly hazards: ReadonlySet<string>;
  readonly isPassedOver: (path: string) => boolean;
}

async function mirror(way: Mirror, folder: string): Promise<void> {
  const entries = await readdir(pathBytes(way.from, folder), { withFileTypes: true, encoding: "buffer" }).catch(
    () => [],
  );
  for (const entry of entries) {
    const name = entry.name.toString("latin1");
    const path = childPath(folder, name);
    if (name === ".git" || way.hazards.has(path) || way.isPassedOver(path)) continue;
    const [source, target] = [pathBytes(way.from, path), pathBytes(way.to, path)];
    if (entry.isDirectory()) {
      await mkdir(target);
      await mirror(way, path);
    } else if (entry.isSymbolicLink()) await symlink(await readlink(source, "buffer"), target);
    else if (entry.isFile()) await twinOf(source, target);
  }
}

/** A file that can be neither linked nor copied is there by name, so that it is found. */
async function twinOf(source: Buffer, target: Buffer): Promise<void> {
  const isLinked = await link(source, target).then(
    () => true,
    () => false,
  );
  if (isLinked) return;
  const stats = await lstat(source).catch(() => undefined);
  if (stats === undefined) return;
  const isCopied =
    stats.size <= largestFile && (await copyFile(source, target, constants.COPYFILE_FICLONE).then(yes, no));
  if (!isCopied) await writeFile(target, "");
}

const yes = (): boolean => true;
const no = (): boolean => false;
