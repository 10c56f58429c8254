import { type Git, requireOk } from "../git.ts";

/** Puts all refs of a repository into one file. */
export async function packRefs(git: Git, gitDir: string): Promise<void> {
  requireOk(await git.sealed({ gitDir, args: ["pack-refs", "--all"] }), "packing refs");
}
