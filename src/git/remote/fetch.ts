import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../git.ts";
import {
  askRemote,
  fetching,
  patienceMs,
  standingIn,
  unreachable,
  type Unreachable,
  wordsOf,
} from "./remote-answer.ts";

export type Fetched =
  | { readonly kind: "fetched"; readonly commit: CommitSha }
  /** The remote has no such branch. */
  | { readonly kind: "absent" }
  /** Damaged or harmful objects, which were not taken. */
  | { readonly kind: "unsound"; readonly words: string }
  | Unreachable;

const tries = 3;

/** Fetches a remote's branch. Only objects arrive: no ref, tag or FETCH_HEAD changes. */
export async function fetchRef(git: Git, ask: { gitDir: string; remote: string; ref: string }): Promise<Fetched> {
  for (let time = 1; ; time++) {
    const there = await askRemote(git, ask);
    if (there.kind === "unreachable") return there;
    if (there.commit === null) return { kind: "absent" };
    const exit = await git.network({
      ...standingIn(ask.gitDir),
      args: [...fetchArgs, "--end-of-options", ask.remote, ask.ref],
      timeoutMs: patienceMs,
    });
    if (exit.code !== 0)
      return isUnsound(exit.stderr) ? { kind: "unsound", words: wordsOf(exit.stderr) } : unreachable(exit);
    const { code } = await git.sealed({ gitDir: ask.gitDir, args: ["cat-file", "-e", `${there.commit}^{commit}`] });
    if (code === 0) return { kind: "fetched", commit: there.commit };
    // The branch was replaced between the two questions.
    if (time >= tries)
      return { kind: "unreachable", words: `${ask.ref} is replaced again and again while it is fetched` };
  }
}

const fetchArgs = [
  ...["-c", "fetch.fsckObjects=true", ...fetching, "--no-prune-tags", "--no-auto-maintenance"],
  // Else a remote's name would move its remote-tracking branches.
  "--refmap=",
];

function isUnsound(stderr: string): boolean {
  return /\bfsck error\b|error in (?:blob|tree|commit|tag) |index-pack failed|unpack-objects failed|invalid index-pack|did not send all necessary objects|corrupt/i.test(
    stderr,
  );
}
