import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * Has the files of a folder, and their names in it, written to the disk before anything that relies on them is done.
 */
export async function syncFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await sync(join(folder, name));
  await syncNames(folder);
}

/** Only the names in it: others may come and go meanwhile. */
export async function syncNames(folder: string): Promise<void> {
  await sync(folder);
}

async function sync(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
