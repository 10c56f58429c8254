import { type Git, requireOk } from "../git.ts";

/** Names of the objects that a repository's tags point to. */
export async function readTagObjects(git: Git, gitDir: string): Promise<ReadonlySet<string>> {
  const exit = await git.sealed({ gitDir, args: ["for-each-ref", "--format=%(objectname)", "refs/tags/"] });
  return new Set(requireOk(exit, "listing tags").toString("utf8").split("\n"));
}
