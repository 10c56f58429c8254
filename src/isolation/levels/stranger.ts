import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { childPath, pathBytes } from "../raw-path.ts";

export interface Ground {
  readonly folder: string;
  /** Files that are about to be taken away, and which so are in nobody's way. */
  readonly going: ReadonlySet<string>;
}

/**
 * A file that does not go and stands where a new one comes: at its path, in the place of its folder, or inside a folder in
 * its place. git spares an untracked one but overwrites an ignored one: both are the user's.
 */
export async function findStranger(ground: Ground, path: string): Promise<string | undefined> {
  const parts = path.split("/");
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const above = parts.slice(0, depth).join("/");
    const stats = await statOf(ground, above);
    if (stats === undefined) return undefined;
    if (!stats.isDirectory()) return ground.going.has(above) ? undefined : above;
  }
  return findInFolder(ground, path);
}

async function findInFolder(ground: Ground, folder: string): Promise<string | undefined> {
  for (const entry of await readdir(pathBytes(ground.folder, folder), { withFileTypes: true, encoding: "buffer" })) {
    const path = childPath(folder, entry.name.toString("latin1"));
    const found = entry.isDirectory() ? await findInFolder(ground, path) : path;
    if (found !== undefined && !ground.going.has(found)) return found;
  }
  return undefined;
}

async function statOf(ground: Ground, path: string): Promise<Stats | undefined> {
  return lstat(pathBytes(ground.folder, path)).catch(() => undefined);
}
