import { constants } from "node:fs";
import { copyFile, link, lstat, mkdir, mkdtemp, readdir, readlink, symlink, writeFile } from "node:fs/promises";
import { childPath, pathBytes } from "../../raw-path.ts";
import { removeTree } from "../../remove-tree.ts";
import { largestFile } from "./left-out.ts";

export interface SafeTree {
  /** The folder that git is to look at. */
  readonly workTree: string;
  /** Beside this there is room for another folder. */
  readonly index: string;
  /** What git must not come across. */
  readonly hazards: readonly string[];
  readonly isPassedOver: (path: string) => boolean;
}

/**
 * Lends a folder that git can look at without waiting for anything: the work tree itself where nothing in it is
 * dangerous, else the same files and links without the dangerous ones and without nested repositories' git folders.
 * Files are not copied but linked, so that it costs no room and they are what they are.
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

/**
 * What can be neither linked nor copied is there by its name at least: then it is found, and looked at where it really
 * lies.
 */
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
