import { copyFile, rm } from "node:fs/promises";

/** Copies an index to work on. A repository that has nothing checked out yet has none, and so has the copy. */
export async function copyIndex(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await copyFile(from, to).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  });
}
