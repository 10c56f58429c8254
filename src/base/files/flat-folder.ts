import { mkdtemp, readdir, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";

/** Lends a new folder for a few files, and takes them and it away afterwards. Files only: it never removes a tree. */
export async function withFlatFolder<T>(parent: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(parent, "files-"));
  try {
    return await use(folder);
  } finally {
    for (const name of await readdir(folder)) await unlink(join(folder, name));
    await rmdir(folder);
  }
}
