import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../../base/files/sync-folder.ts";
import { type Git, requireOk } from "../git.ts";

/** How many packs a repository has of its own. */
export async function countPacks(gitDir: string): Promise<number> {
  return (await readdir(join(gitDir, "objects", "pack"))).filter((name) => name.endsWith(".pack")).length;
}

/**
 * Makes one pack of all of a repository's own. It goes by the list of what is in them, not by what is reachable or what
 * a lender has too, so nothing is dropped; git does this also where `preciousObjects` forbids it to repack.
 */
export async function joinPacks(git: Git, gitDir: string): Promise<void> {
  const step = async (...args: readonly string[]): Promise<void> => {
    requireOk(await git.sealed({ gitDir, args: ["multi-pack-index", ...args] }), "joining packs");
  };
  await step("write", "--no-progress");
  await step("repack", "--no-progress", "--batch-size=0");
  await syncFolder(join(gitDir, "objects", "pack"));
  await step("expire", "--no-progress");
}
