import { type Git, requireOk } from "../git.ts";

/** Refs below the prefixes (or that are one of them) → what each points to. A prefix may end in `*`. */
export async function listRefs(
  git: Git,
  gitDir: string,
  prefixes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const exit = await git.sealed({ gitDir, args: ["for-each-ref", "--format=%(refname) %(objectname)", ...prefixes] });
  const lines = requireOk(exit, "listing refs").toString("utf8").split("\n");
  return new Map(lines.filter((line) => line !== "").map((line) => line.split(" ") as [string, string]));
}
