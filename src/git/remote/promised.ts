import type { CommitSha } from "../../base/ids.ts";
import { type Git, type GitExit, linesIn, requireOk } from "../git.ts";
import { fetching, patienceMs } from "./remote-answer.ts";

/** Remotes that hold the missing objects of a partial clone. */
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

/** Trees and files of these commits, without history, that are missing. */
export async function listMissing(git: Git, gitDir: string, commits: readonly CommitSha[]): Promise<readonly string[]> {
  const how = ["--objects", "--no-walk", "--missing=print", "--no-object-names"];
  const args = ["rev-list", ...how, "--end-of-options", ...commits];
  return linesIn(requireOk(await git.sealed({ gitDir, args }), "looking for missing objects"))
    .filter((line) => line.startsWith("?"))
    .map((line) => line.slice(1));
}

/**
 * Fetches objects by name in one round trip, with the user's configuration and login, into their repository; no ref
 * moves. git itself would fetch them one at a time.
 */
export async function fetchObjects(
  git: Git,
  gitDir: string,
  what: { remote: string; names: readonly string[] },
): Promise<GitExit> {
  const args = [
    ...["-c", "fetch.negotiationAlgorithm=noop", ...fetching],
    // Folders only: missing files are listed afterwards.
    "--filter=blob:none",
    ...["--stdin", "--end-of-options", what.remote],
  ];
  return git.checkout({ gitDir, args, stdin: `${what.names.join("\n")}\n`, timeoutMs: patienceMs });
}
