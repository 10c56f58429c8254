import { chmod, readdir, rm } from "node:fs/promises";

/** Removes a folder with everything in it, whatever rights a task took away from it: package stores are often read-only. */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EACCES" && code !== "EPERM") throw error;
    await giveRights(Buffer.from(path));
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Part of the tree may vanish meanwhile: a removal that failed at one place goes on at others. */
async function giveRights(folder: Buffer): Promise<void> {
  await chmod(folder, 0o700).catch(ignoreMissing);
  for (const entry of (await readdir(folder, { withFileTypes: true, encoding: "buffer" }).catch(ignoreMissing)) ?? []) {
    if (entry.isDirectory()) await giveRights(Buffer.concat([folder, Buffer.from("/"), entry.name]));
  }
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
}
