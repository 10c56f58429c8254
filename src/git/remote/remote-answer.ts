import { basename, dirname } from "node:path";
import { shownText } from "../../base/shown-text.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Git, GitExit } from "../git.ts";

/** How long one exchange with a remote may take: a big push over a slow line is still a push. */
export const patienceMs = 10 * 60_000;

/** No network, no such repository, no login: which of them, the words say. */
export interface Unreachable {
  readonly kind: "unreachable";
  readonly words: string;
}

export function unreachable(exit: GitExit): Unreachable {
  return { kind: "unreachable", words: wordsOf(exit.stderr) };
}

/** What git and the remote said, without what is only progress. */
export function wordsOf(stderr: string): string {
  return shownText(stderr.replaceAll(/^.*\r(?!\n)/gm, ""));
}

/** A remote's address may be a path from where its repository's files lie, as `git push` takes it. */
export function standingIn(gitDir: string): { readonly gitDir: string; readonly workTree?: string } {
  return basename(gitDir) === ".git" ? { gitDir, workTree: dirname(gitDir) } : { gitDir };
}

/** What a ref of a remote stands at now. */
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
  // A pattern is matched at the end of names too: refs/x/refs/heads/main is not the one.
  const line = lines.find((one) => one.slice(one.indexOf("\t") + 1) === ask.ref);
  return { kind: "there", commit: line === undefined ? null : (line.slice(0, line.indexOf("\t")) as CommitSha) };
}
