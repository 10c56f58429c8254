import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import { type Git, requireOk } from "../git.ts";
import { areNoRefsBelow } from "./ref-files.ts";

export interface RefCommit {
  readonly ref: string;
  readonly commit: CommitSha;
  readonly tree: TreeSha;
  readonly parents: readonly CommitSha[];
  readonly at: EpochMs;
  readonly message: string;
}

const fields = ["refname", "objectname", "tree", "parent", "committerdate:unix", "contents"] as const;
const format = fields.map((field) => `%(${field})%00`).join("");

/** Refs below a prefix, by the numbers in their names; `last`: only the highest. At most one process. */
export async function readRefCommits(
  git: Git,
  gitDir: string,
  ask: { prefix: string; last?: number },
): Promise<readonly RefCommit[]> {
  if (areNoRefsBelow(gitDir, ask.prefix)) return [];
  const few = ask.last === undefined ? [] : [`--count=${String(ask.last)}`];
  const exit = await git.sealed({
    gitDir,
    args: ["for-each-ref", "--sort=-version:refname", ...few, `--format=${format}`, `${ask.prefix}/`],
  });
  const values = requireOk(exit, `listing ${ask.prefix}`).toString("utf8").split("\0");
  const found: RefCommit[] = [];
  for (let at = 0; at + fields.length < values.length; at += fields.length) {
    const [ref = "", commit = "", tree = "", parents = "", seconds = "", message = ""] = values.slice(
      at,
      at + fields.length,
    );
    found.push({
      // The line end after the record before.
      ref: ref.trimStart(),
      commit: commit as CommitSha,
      tree: tree as TreeSha,
      parents: parents.split(" ").filter((parent) => parent !== "") as CommitSha[],
      at: (Number(seconds) * 1000) as EpochMs,
      message,
    });
  }
  return found.toReversed();
}

/** Names of the objects that a repository's tags point to. */
export async function readTagObjects(git: Git, gitDir: string): Promise<ReadonlySet<string>> {
  const exit = await git.sealed({ gitDir, args: ["for-each-ref", "--format=%(objectname)", "refs/tags/"] });
  return new Set(requireOk(exit, "listing tags").toString("utf8").split("\n"));
}
