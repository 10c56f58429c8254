import { TuttiError } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import { shownText } from "../../base/shown-text.ts";
import type { Git, GitExit } from "../git.ts";
import { askRemote, patienceMs, standingIn, unreachable, type Unreachable, wordsOf } from "./remote-answer.ts";
import { readPushUrl } from "./remotes.ts";

export interface Push {
  /** Whose configuration says what `remote` is and how one logs in there. */
  readonly gitDir: string;
  /** Where objects are found that the repository does not have itself. */
  readonly objects?: string;
  /** A name, or an address. */
  readonly remote: string;
  readonly commit: CommitSha;
  /** The branch there, by its full name. */
  readonly ref: string;
  /** What it stands at there; `null`: it is not there. */
  readonly expected: CommitSha | null;
  /** `branch`: ours alone, and may be replaced. `target`: everybody's, and only ever gets more commits. */
  readonly as: "branch" | "target";
}

export type PushOutcome =
  | { readonly kind: "pushed" }
  /** Somebody else was there; `now`: what it stands at, `null` when it is gone. */
  | { readonly kind: "moved"; readonly now: CommitSha | null }
  /** By a hook there, by a rule, or because it would not be a fast-forward. */
  | { readonly kind: "refused"; readonly words: string }
  | Unreachable;

/**
 * Moves one branch of a remote from what it is expected to stand at. Never by plain force, and nothing here is changed:
 * no remote-tracking branch, no tag. Done twice it is done once. Hooks of the user's repository do not run.
 */
export async function pushBranch(git: Git, push: Push): Promise<PushOutcome> {
  requirePushable(push);
  await requireCommit(git, push);
  if (push.as === "target" && !(await isFastForward(git, push))) {
    return {
      kind: "refused",
      words: `${push.commit} does not contain ${String(push.expected)}: it would not be a fast-forward`,
    };
  }
  // By its address: under a remote's name git would note the result in a remote-tracking branch.
  const remote = (await readPushUrl(git, push.gitDir, push.remote)) ?? push.remote;
  const lease = `--force-with-lease=${push.ref}:${push.expected ?? ""}`;
  const flags = [
    "--porcelain",
    "--no-progress",
    "--no-verify",
    "--no-follow-tags",
    "--recurse-submodules=no",
    "--no-atomic",
    lease,
  ];
  const args = ["push", ...flags, "--end-of-options", remote, `${push.commit}:${push.ref}`];
  const exit = await git.network({ ...standingIn(push.gitDir), args, timeoutMs: patienceMs, ...borrowing(push) });
  if (exit.code === 0) return { kind: "pushed" };
  const rejection = rejectionIn(exit);
  if (rejection === null) return unreachable(exit);
  // A lost lease, a lost race within the server and a rule of the server look alike: what is there now tells them
  // apart.
  const there = await askRemote(git, { gitDir: push.gitDir, remote, ref: push.ref });
  if (there.kind === "there" && there.commit === push.commit) return { kind: "pushed" };
  if (there.kind === "there" && there.commit !== push.expected) return { kind: "moved", now: there.commit };
  return { kind: "refused", words: shownText([rejection, remarksOf(exit)].filter((words) => words !== "").join("\n")) };
}

/** The line of a ref that was not moved: `!`, what to what, and why. */
function rejectionIn(exit: GitExit): string | null {
  const line = exit.stdout
    .toString("utf8")
    .split("\n")
    .find((one) => one.startsWith("!\t"));
  return line === undefined ? null : (line.split("\t")[2] ?? "");
}

/** What the server's hooks said. */
function remarksOf(exit: GitExit): string {
  const lines = wordsOf(exit.stderr).split("\n");
  return lines
    .filter((line) => line.startsWith("remote:"))
    .map((line) => line.slice("remote:".length).trim())
    .filter((line) => line !== "")
    .join("\n");
}

function requirePushable({ ref, remote }: Push): void {
  if (/^refs\/heads\/[^\s:*?[\\^~]+$/.test(ref) && remote !== "") return;
  throw new TuttiError("bug.unexpected", `${JSON.stringify(ref)} can't be pushed to`, { audience: "bug" });
}

/** git would say that there is no such thing to push, as it says of a typing error. */
async function requireCommit(git: Git, push: Push): Promise<void> {
  const exit = await git.sealed({
    gitDir: push.gitDir,
    args: ["cat-file", "-e", `${push.commit}^{commit}`],
    ...borrowing(push),
  });
  if (exit.code !== 0)
    throw new TuttiError("git.no_commit", `there is no commit ${push.commit} to push`, { audience: "bug" });
}

async function isFastForward(git: Git, push: Push): Promise<boolean> {
  if (push.expected === null) return true;
  return (
    (
      await git.sealed({
        gitDir: push.gitDir,
        args: ["merge-base", "--is-ancestor", push.expected, push.commit],
        ...borrowing(push),
      })
    ).code === 0
  );
}

function borrowing({ objects }: Push): { readonly env?: Readonly<Record<string, string>> } {
  return objects === undefined ? {} : { env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects } };
}
