import type { TreeSha } from "../../base/ids.ts";
import { type Change, rawDiff } from "./changes.ts";
import { type Git, requireOk } from "../git.ts";

export interface TreePair {
  readonly from: TreeSha;
  readonly to: TreeSha;
}

export type PathChange = Pick<Change, "path" | "status">;

/** Keeps the output of one process small. */
const atOnce = 20;

/** Changes of each pair, without guessing renames, in the order asked for; one process for many pairs. */
export async function readManyChanges(
  git: Git,
  gitDir: string,
  pairs: readonly TreePair[],
): Promise<readonly (readonly PathChange[])[]> {
  const found: (readonly PathChange[])[] = [];
  for (let at = 0; at < pairs.length; at += atOnce) {
    const stdin = pairs
      .slice(at, at + atOnce)
      .map(({ from, to }) => `${from} ${to}\n`)
      .join("");
    const exit = await git.sealed({ gitDir, args: [...rawDiff, "--stdin"], stdin });
    found.push(...parse(requireOk(exit, "comparing trees").toString("latin1").split("\0")));
  }
  return found;
}

/**
 * A pair begins with a line that names its trees; a change is two fields, the second its path. Equal pairs have no
 * fields.
 */
function parse(fields: readonly string[]): readonly (readonly PathChange[])[] {
  const found: PathChange[][] = [];
  for (let at = 0; at < fields.length; at += 2) {
    const lines = (fields[at] ?? "").split("\n");
    const change = lines.pop() ?? "";
    found.push(...lines.map(() => []));
    const status = change.slice(change.lastIndexOf(" ") + 1)[0] as Change["status"];
    if (change.startsWith(":")) found.at(-1)?.push({ path: fields[at + 1] ?? "", status });
  }
  return found;
}
