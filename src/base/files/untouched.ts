import { lstatSync, readdirSync } from "node:fs";
import { lstat, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** How a folder was when it was sealed. */
export interface Seal {
  readonly folder: string;
  readonly at: bigint;
  readonly names: readonly string[];
}

/** Remembers a moment after all that was done so far, by the clock of the folder's own file system. */
export async function seal(folder: string): Promise<Seal> {
  const before = await touch(folder);
  let at = before;
  // A tick of that clock is 1 to 10 ms.
  while (at === before) {
    await pause(2);
    at = await touch(folder);
  }
  return { folder, at, names: (await readdir(folder)).toSorted() };
}

async function touch(folder: string): Promise<bigint> {
  const { atime, mtime } = await lstat(folder);
  await utimes(folder, atime, mtime);
  return (await lstat(folder, { bigint: true })).ctimeNs;
}

/**
 * Whether nothing in the folder was written, added, removed or renamed since, in any depth. The time of the last change
 * proves it, which no program can set back. A change in the same tick as the seal counts as a change.
 */
export async function isUntouched({ folder, at, names }: Seal): Promise<boolean> {
  try {
    const { ctimeNs } = await lstat(folder, { bigint: true });
    const now = (await readdir(folder)).toSorted();
    return ctimeNs === at && now.join("\0") === names.join("\0") && (await isOlder(folder, at));
  } catch {
    return false;
  }
}

async function isOlder(folder: string, at: bigint): Promise<boolean> {
  // One folder at a time: other work gets its turn in between.
  await new Promise(setImmediate);
  const inside: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (lstatSync(path, { bigint: true }).ctimeNs >= at) return false;
    if (entry.isDirectory()) inside.push(path);
  }
  for (const path of inside) if (!(await isOlder(path, at))) return false;
  return true;
}
