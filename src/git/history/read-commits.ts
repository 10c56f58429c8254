import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import { type Git, requireOk } from "../git.ts";

export interface CommitFacts {
  readonly tree: TreeSha;
  readonly parents: readonly CommitSha[];
  /** When it was made, by its committer. */
  readonly at: EpochMs;
  readonly message: string;
}

/** What commits say, in one process. Those that are not there, or are no commits, are left out. */
export async function readCommits(
  git: Git,
  gitDir: string,
  names: Iterable<CommitSha>,
): Promise<ReadonlyMap<CommitSha, CommitFacts>> {
  const wanted = [...new Set(names)];
  const found = new Map<CommitSha, CommitFacts>();
  if (wanted.length === 0) return found;
  const output = requireOk(
    await git.sealed({
      gitDir,
      args: ["cat-file", "--batch", "--buffer"],
      stdin: wanted.map((name) => `${name}\n`).join(""),
    }),
    "reading commits",
  );
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf("\n", at);
    const [name = "", type = "", size] = output.toString("utf8", at, end).split(" ");
    const bytes = size === undefined ? 0 : Number(size);
    if (type === "commit") found.set(name as CommitSha, factsIn(output.toString("utf8", end + 1, end + 1 + bytes)));
    // What is missing has one line only.
    at = size === undefined ? end + 1 : end + bytes + 2;
  }
  return found;
}

function factsIn(text: string): CommitFacts {
  const end = text.indexOf("\n\n");
  const header = (end < 0 ? text : text.slice(0, end)).split("\n");
  const valuesOf = (key: string): readonly string[] =>
    header.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
  const seconds = Number(/ (\d{1,12}) [+-]\d+$/.exec(valuesOf("committer")[0] ?? "")?.[1] ?? 0);
  return {
    tree: (valuesOf("tree")[0] ?? "") as TreeSha,
    parents: valuesOf("parent") as readonly CommitSha[],
    at: (seconds * 1000) as EpochMs,
    message: end < 0 ? "" : text.slice(end + 2),
  };
}

/** What kind of object each revision names, by its full name; one that is not there has no entry. */
export async function readObjectTypes(
  git: Git,
  place: { gitDir: string; env: Readonly<Record<string, string>> },
  revisions: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (revisions.length === 0) return new Map();
  const exit = await git.sealed({
    ...place,
    args: ["cat-file", "--batch-check=%(objectname) %(objecttype)"],
    stdin: `${revisions.join("\n")}\n`,
  });
  const lines = requireOk(exit, "looking for objects").toString("utf8").split("\n");
  const pairs = lines
    .filter((line) => line !== "" && !line.endsWith(" missing"))
    .map((line) => line.split(" ") as [string, string]);
  return new Map(pairs);
}

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
