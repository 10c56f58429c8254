import { basename, dirname } from "node:path";
import { shownText } from "../../base/shown-text.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Git, GitExit } from "../git.ts";

/** A big push over a slow line takes long. */
export const patienceMs = 10 * 60_000;

/** Objects only: no tag, FETCH_HEAD or commit graph changes. */
export const fetching = [
  ...["fetch", "--quiet", "--no-tags", "--no-prune", "--no-write-fetch-head", "--no-write-commit-graph"],
  "--recurse-submodules=no",
];

/** No network, no such repository, or no login: see `words`. */
export interface Unreachable {
  readonly kind: "unreachable";
  readonly words: string;
}

export function unreachable(exit: GitExit): Unreachable {
  return { kind: "unreachable", words: wordsOf(exit.stderr) };
}

/** Without progress lines. */
export function wordsOf(stderr: string): string {
  return shownText(stderr.replaceAll(/^.*\r(?!\n)/gm, ""));
}

/** A remote may be a path relative to the work tree. */
export function standingIn(gitDir: string): { readonly gitDir: string; readonly workTree?: string } {
  return basename(gitDir) === ".git" ? { gitDir, workTree: dirname(gitDir) } : { gitDir };
}

/** The commit that a ref of a remote is at now. */
export async function askRemote(
  git: Git,
  ask: { gitDir: string; remote: string; ref: string },
): Promise<{ kind: "there"; commit: CommitSha | null } | Unreachable> {
  const exit = await git.network({
    ...standingIn(ask.gitDir),
    args: ["ls-remote", "--quiet", "--end-of-options", ask.remote, ask.ref],
    timeoutMs: patienceMs,
  });
  if (exit.code !== 0) return unreachable(exit);
  const lines = exit.stdout.toString("utf8").split("\n");
  // git also matches refs/x/refs/heads/main.
  const line = lines.find((one) => one.slice(one.indexOf("\t") + 1) === ask.ref);
  return { kind: "there", commit: line === undefined ? null : (line.slice(0, line.indexOf("\t")) as CommitSha) };
}
