import type { CommitSha } from "../../base/ids.ts";
import { type Git, requireOk } from "../git.ts";

/** Commits that some tips reach and no branch, remote branch or tag of a repository does. */
export interface NewHistory {
  readonly commits: readonly CommitSha[];
  /** Where they join what the repository has: their parents there, and tips that it has itself. */
  readonly joints: readonly CommitSha[];
}

export async function readNewHistory(
  git: Git,
  repository: { gitDir: string; env: Readonly<Record<string, string>> },
  tips: readonly string[],
): Promise<NewHistory> {
  if (tips.length === 0) return { commits: [], joints: [] };
  const exit = await git.sealed({
    ...repository,
    args: ["rev-list", "--boundary", ...tips, "--not", "--branches", "--remotes", "--tags"],
  });
  const lines = requireOk(exit, "looking for commits that are on no branch").toString("utf8").split("\n");
  const names = lines.filter((line) => line !== "");
  return {
    commits: names.filter((name) => !name.startsWith("-")) as CommitSha[],
    joints: names.filter((name) => name.startsWith("-")).map((name) => name.slice(1)) as CommitSha[],
  };
}
