import type { CommitSha } from "../../base/ids.ts";
import { type Git, requireOk } from "../git.ts";

export interface DiffText {
  readonly text: Buffer;
  /** How much more there was. */
  readonly droppedBytes: number;
}

/** Two commits as a patch; `from: null`: everything is new. Binary content is named, not shown. */
export async function readDiffText(
  git: Git,
  gitDir: string,
  ask: { from: CommitSha | null; to: CommitSha; most: number },
): Promise<DiffText> {
  const sides = ask.from === null ? ["--root", ask.to] : [ask.from, ask.to];
  const how = ["--no-commit-id", "-p", "-r", "-M", "--full-index", "--ignore-submodules=none", ...plainDiff.args];
  const args = ["diff-tree", ...how, ...sides, "--"];
  const exit = await git.sealed({ gitDir, args, env: plainDiff.env, cutAt: ask.most });
  // Cut output ends with a mark that is not git's.
  const text = requireOk(exit, "comparing snapshots").subarray(0, exit.droppedBytes > 0 ? ask.most : undefined);
  return { text, droppedBytes: exit.droppedBytes };
}

/**
 * Contents as they are, without the user's programs, and nothing of many megabytes line by line: a task must not make a
 * look at its work cost hours.
 */
export const plainDiff = {
  args: ["--no-ext-diff", "--no-textconv", "--no-color"],
  env: { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.bigFileThreshold", GIT_CONFIG_VALUE_0: "16m" },
} as const;
