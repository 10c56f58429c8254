import { chmod, lstat, readdir, rename, rm } from "node:fs/promises";
import { inThread } from "../thread/current.ts";

/** Removes a folder, including read-only folders and paths longer than the system takes. */
export async function removeTree(path: string): Promise<void> {
  try {
    if (!(await inThread("remove", path))) await remove(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENAMETOOLONG") await removeDeep(path);
    else if (code === "EACCES" || code === "EPERM") await giveRights(Buffer.from(path));
    else throw error;
    await remove(path);
  }
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Part of the tree may vanish meanwhile. */
async function giveRights(folder: Buffer): Promise<void> {
  await chmod(folder, 0o700).catch(ignoreMissing);
  for (const entry of (await readdir(folder, { withFileTypes: true, encoding: "buffer" }).catch(ignoreMissing)) ?? []) {
    if (entry.isDirectory()) await giveRights(Buffer.concat([folder, Buffer.from("/"), entry.name]));
  }
}

/** Half of what Linux takes. */
const longPath = 2048;

/** Cuts a tree that is too deep into pieces beside it, and removes each. */
async function removeDeep(root: string): Promise<void> {
  const open = [Buffer.from(root)];
  let pieces = 0;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    await chmod(folder, 0o700).catch(ignoreMissing);
    for (const entry of (await readdir(folder, { withFileTypes: true, encoding: "buffer" }).catch(ignoreMissing)) ??
      []) {
      if (!entry.isDirectory()) continue;
      const below = Buffer.concat([folder, Buffer.from("/"), entry.name]);
      if (below.length < longPath) open.push(below);
      else {
        pieces += 1;
        const piece = `${root}-${String(pieces)}`;
        await rename(below, piece);
        await removeTree(piece);
      }
    }
  }
}

/** For `catch`: a missing path is no error. */
export function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
}

/** Proven absent: a folder that can't be looked at, or behind one that can't be entered, is not gone. */
export async function isGone(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error: unknown) => ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? ""),
  );
}
