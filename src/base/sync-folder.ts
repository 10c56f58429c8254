import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Has the files of a folder, and their names in it, written to the disk before anything that relies on them is done. */
export async function syncFolder(folder: string): Promise<void> {
  for (const path of [...(await readdir(folder)).map((name) => join(folder, name)), folder]) {
    const file = await open(path, "r");
    await file.sync().finally(() => file.close());
  }
}
