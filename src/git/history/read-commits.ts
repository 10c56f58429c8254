import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import { type Git, linesIn, requireOk } from "../git.ts";

export interface CommitFacts {
  readonly tree: TreeSha;
  readonly parents: readonly CommitSha[];
  /** When it was made, by its committer. */
  readonly at: EpochMs;
  readonly message: string;
}

/** In one process. Missing ones, and objects of other types, are left out. */
export async function readCommits(
  git: Git,
  gitDir: string,
  names: Iterable<CommitSha>,
): Promise<ReadonlyMap<CommitSha, CommitFacts>> {
  const found = new Map<CommitSha, CommitFacts>();
  for (const { name, type, bytes } of await readObjects(git, gitDir, [...new Set(names)]))
    if (type === "commit") found.set(name as CommitSha, factsIn(bytes.toString("utf8")));
  return found;
}

interface StoredObject {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Objects by name, in one process; missing ones are left out. */
export async function readObjects(
  git: Git,
  gitDir: string,
  names: readonly string[],
): Promise<readonly StoredObject[]> {
  return (await readEach(git, gitDir, names)).filter((object) => object !== undefined);
}

/** The same in the order of the names; `undefined`: missing. */
export async function readEach(
  git: Git,
  gitDir: string,
  names: readonly string[],
): Promise<readonly (StoredObject | undefined)[]> {
  if (names.length === 0) return [];
  const call = { gitDir, args: ["cat-file", "--batch", "--buffer"], stdin: `${names.join("\n")}\n` };
  const output = requireOk(await git.sealed(call), "reading objects");
  const found: (StoredObject | undefined)[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf("\n", at);
    const [, name = "", type = "", size] = /^([0-9a-f]+) (\w+) (\d+)$/.exec(output.toString("latin1", at, end)) ?? [];
    // A missing one has this line only.
    at = size === undefined ? end + 1 : end + Number(size) + 2;
    found.push(size === undefined ? undefined : { name, type, bytes: output.subarray(end + 1, at - 1) });
  }
  return found;
}

interface ObjectInfo {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Type and size of objects, under their full names; missing ones are left out. */
export async function readInfos(
  git: Git,
  place: { gitDir: string; env?: Readonly<Record<string, string>> },
  revisions: readonly string[],
): Promise<readonly ObjectInfo[]> {
  if (revisions.length === 0) return [];
  const args = ["cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)", "--buffer"];
  const exit = await git.sealed({ ...place, args, stdin: `${revisions.join("\n")}\n` });
  return linesIn(requireOk(exit, "looking for objects"))
    .map((line) => line.split(" "))
    .filter(([, , size = ""]) => /^\d+$/.test(size))
    .map(([name = "", type = "", size]) => ({ name, type, size: Number(size) }));
}

export function factsIn(text: string): CommitFacts {
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

/** The type of each object, by its full name. */
export async function readObjectTypes(
  git: Git,
  place: { gitDir: string; env: Readonly<Record<string, string>> },
  revisions: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return new Map((await readInfos(git, place, revisions)).map(({ name, type }) => [name, type]));
}

/** Commits that some tips reach and no branch, remote branch or tag does. */
export interface NewHistory {
  readonly commits: readonly CommitSha[];
  /** Their parents in the repository, and tips that it has itself. */
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
  const names = linesIn(requireOk(exit, "looking for commits that are on no branch"));
  return {
    commits: names.filter((name) => !name.startsWith("-")) as CommitSha[],
    joints: names.filter((name) => name.startsWith("-")).map((name) => name.slice(1)) as CommitSha[],
  };
}
