import type { CommitSha } from "../../base/ids.ts";
import { type Git, requireOk } from "../git.ts";

export interface DiffText {
  readonly text: Buffer;
  /** How much more there was. */
  readonly droppedBytes: number;
}

/**
 * The differences between two commits as a patch; `from: null` compares with nothing. Binary content is named, not
 * shown.
 */
export async function readDiffText(
  git: Git,
  gitDir: string,
  ask: { from: CommitSha | null; to: CommitSha; most: number },
): Promise<DiffText> {
  const sides = ask.from === null ? ["--root", ask.to] : [ask.from, ask.to];
  const args = [
    "diff-tree",
    "--no-commit-id",
    "-p",
    "-r",
    "-M",
    "--full-index",
    "--ignore-submodules=none",
    ...plainDiff.args,
    ...sides,
    "--",
  ];
  const exit = await git.sealed({ gitDir, args, env: plainDiff.env, cutAt: ask.most });
  // What was cut off ends with the mark of the cut, which is none of git's lines.
  const text = requireOk(exit, "comparing snapshots").subarray(0, exit.droppedBytes > 0 ? ask.most : undefined);
  return { text, droppedBytes: exit.droppedBytes };
}

/**
 * How contents are compared: as they lie there, with no program of anybody's, and nothing of many megabytes line by
 * line, so that a task can't make a look at its work cost hours.
 */
export const plainDiff = {
  args: ["--no-ext-diff", "--no-textconv", "--no-color"],
  env: { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.bigFileThreshold", GIT_CONFIG_VALUE_0: "16m" },
} as const;
