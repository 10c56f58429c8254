import type { CommitSha } from "../../base/ids.ts";
import { type Git, type GitExit, requireOk } from "../git.ts";
import { patienceMs } from "./remote-answer.ts";

/** Remotes that promised to hand over objects later which a partial clone left out; none in an ordinary repository. */
export async function readPromisors(git: Git, gitDir: string): Promise<readonly string[]> {
  const args = ["config", "-z", "--get-regexp", String.raw`^(remote\..*\.promisor|extensions\.partialclone)$`];
  const exit = await git.checkout({ gitDir, args });
  // 1 only says that nothing is set.
  if (exit.code === 1) return [];
  const names = new Set<string>();
  for (const entry of requireOk(exit, "reading promisor remotes").toString("utf8").split("\0")) {
    const [key = "", value = ""] = entry.split("\n");
    if (key === "extensions.partialclone") names.add(value);
    else if (key !== "" && /^(?:|true|yes|on|[1-9]\d*)$/i.test(value))
      names.add(key.slice("remote.".length, -".promisor".length));
  }
  return [...names];
}

/**
 * Trees and files of these commits (not of their history) that are nowhere to be found, as far as they can be named.
 */
export async function listMissing(git: Git, gitDir: string, commits: readonly CommitSha[]): Promise<readonly string[]> {
  const args = [
    "rev-list",
    "--objects",
    "--no-walk",
    "--missing=print",
    "--no-object-names",
    "--end-of-options",
    ...commits,
  ];
  return requireOk(await git.sealed({ gitDir, args }), "looking for missing objects")
    .toString("utf8")
    .split("\n")
    .filter((line) => line.startsWith("?"))
    .map((line) => line.slice(1));
}

/**
 * Fetches objects by name in one round trip, as the user would: with their configuration and credentials, into their
 * repository. No ref moves and nothing else of the repository changes. Left to itself git would fetch them one at a
 * time.
 */
export async function fetchObjects(
  git: Git,
  gitDir: string,
  what: { remote: string; names: readonly string[] },
): Promise<GitExit> {
  return git.checkout({
    gitDir,
    args: [
      "-c",
      "fetch.negotiationAlgorithm=noop",
      "fetch",
      "--quiet",
      "--no-tags",
      "--no-prune",
      "--no-write-fetch-head",
      "--no-write-commit-graph",
      "--recurse-submodules=no",
      // Of a missing folder only the folders below it: which of its files are missing is told afterwards.
      "--filter=blob:none",
      "--stdin",
      "--end-of-options",
      what.remote,
    ],
    stdin: `${what.names.join("\n")}\n`,
    timeoutMs: patienceMs,
  });
}
