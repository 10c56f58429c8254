import type { Git } from "../git.ts";

/** Whether git would let a person make a branch of this name. */
export async function isBranchName(git: Git, gitDir: string, name: string): Promise<boolean> {
  // Valid as refs, but git's own commands would take them for an option and for HEAD itself.
  if (name.startsWith("-") || name === "HEAD") return false;
  return (await git.sealed({ gitDir, args: ["check-ref-format", `refs/heads/${name}`] })).code === 0;
}
