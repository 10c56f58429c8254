import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";

/** How many files are asked for at once: enough to keep a disk busy, few enough to leave threads for others. */
const atOnce = 16;

/**
 * What a folder takes on the disk, itself included, as far as it can be seen: files come and go while it is measured,
 * and some may not be read. Links are not followed, and a file that has several names in it counts once.
 */
export async function measureFolder(path: string): Promise<number> {
  const counted = new Set<string>();
  let bytes = 0;

  /** Adds it up, and returns it if there is more inside. */
  async function add(entry: Buffer): Promise<Buffer | null> {
    const stats = await lstat(entry).catch(() => null);
    if (stats === null || isKnown(stats, counted)) return null;
    bytes += stats.blocks * 512;
    return stats.isDirectory() ? entry : null;
  }

  const folders = [await add(Buffer.from(path))];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = folder === null ? [] : await entriesOf(folder);
    for (let start = 0; start < entries.length; start += atOnce) {
      folders.push(...(await Promise.all(entries.slice(start, start + atOnce).map(add))));
    }
  }
  return bytes;
}

/** Names are bytes: as text, one that is not UTF-8 would be another name. */
async function entriesOf(folder: Buffer): Promise<Buffer[]> {
  const names = await readdir(folder, { encoding: "buffer" }).catch(() => []);
  return names.map((name) => Buffer.concat([folder, Buffer.from("/"), name]));
}

function isKnown({ dev, ino, nlink }: Stats, counted: Set<string>): boolean {
  if (nlink < 2) return false;
  const name = `${dev}:${ino}`;
  const isOld = counted.has(name);
  counted.add(name);
  return isOld;
}
