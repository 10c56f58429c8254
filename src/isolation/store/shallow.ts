import { rm } from "node:fs/promises";
import { join } from "node:path";
import { copyPlain } from "../../base/files/read-plain.ts";

/**
 * A repository that borrows the objects of a shallow clone has to know where the history was cut off: without this list
 * git looks for parents that are not there, and fails.
 */
export async function copyShallow(fromGitDir: string, toGitDir: string): Promise<void> {
  const copy = join(toGitDir, "shallow");
  await copyPlain(join(fromGitDir, "shallow"), copy).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await rm(copy, { force: true });
  });
}
