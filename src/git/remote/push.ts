import { TuttiError } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import { shownText } from "../../base/shown-text.ts";
import { type Git, type GitExit, linesIn } from "../git.ts";
import { askRemote, patienceMs, standingIn, unreachable, type Unreachable, wordsOf } from "./remote-answer.ts";
import { readPushUrl } from "./remotes.ts";

export interface Push {
  /** Its configuration says what `remote` is and how to log in. */
  readonly gitDir: string;
  /** More objects than the repository has itself. */
  readonly objects?: string;
  /** A name, or an address. */
  readonly remote: string;
  readonly commit: CommitSha;
  /** The branch there, by its full name. */
  readonly ref: string;
  /** The commit expected at the ref on the remote; `null`: the ref does not exist there. */
  readonly expected: CommitSha | null;
  /** `branch`: Tutti's own, may be replaced. `target`: only gets more commits. */
  readonly as: "branch" | "target";
}

export type PushOutcome =
  | { readonly kind: "pushed" }
  /** It was moved by another; `now: null`: deleted. */
  | { readonly kind: "moved"; readonly now: CommitSha | null }
  /** By a hook or rule there, or not a fast-forward. */
  | { readonly kind: "refused"; readonly words: string }
  | Unreachable;

/**
 * Moves one branch of a remote by a lease, never by plain force. Nothing changes here: no remote-tracking branch, no
 * tag. Repeatable. The user's hooks do not run.
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
  // By its address: under a name, git would update a remote-tracking branch.
  const remote = (await readPushUrl(git, push.gitDir, push.remote)) ?? push.remote;
  const lease = `--force-with-lease=${push.ref}:${push.expected ?? ""}`;
  const quiet = ["--porcelain", "--no-progress", "--no-verify"];
  const alone = ["--no-follow-tags", "--recurse-submodules=no", "--no-atomic", lease];
  const args = ["push", ...quiet, ...alone, "--end-of-options", remote, `${push.commit}:${push.ref}`];
  const exit = await git.network({ ...standingIn(push.gitDir), args, timeoutMs: patienceMs, ...borrowing(push) });
  if (exit.code === 0) return { kind: "pushed" };
  const rejection = rejectionIn(exit);
  if (rejection === null) return unreachable(exit);
  // A lost lease, a lost race on the server and a rule look alike; what is there now tells them apart.
  const there = await askRemote(git, { gitDir: push.gitDir, remote, ref: push.ref });
  if (there.kind === "there" && there.commit === push.commit) return { kind: "pushed" };
  if (there.kind === "there" && there.commit !== push.expected) return { kind: "moved", now: there.commit };
  return { kind: "refused", words: shownText([rejection, remarksOf(exit)].filter((words) => words !== "").join("\n")) };
}

/** `!`, source and target, reason. */
function rejectionIn(exit: GitExit): string | null {
  const line = linesIn(exit.stdout).find((one) => one.startsWith("!\t"));
  return line === undefined ? null : (line.split("\t")[2] ?? "");
}

/** The messages of the server's hooks. */
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

/** git would report a missing commit like a typing error. */
async function requireCommit(git: Git, push: Push): Promise<void> {
  const args = ["cat-file", "-e", `${push.commit}^{commit}`];
  const exit = await git.sealed({ gitDir: push.gitDir, args, ...borrowing(push) });
  if (exit.code !== 0)
    throw new TuttiError("git.no_commit", `there is no commit ${push.commit} to push`, { audience: "bug" });
}

async function isFastForward(git: Git, push: Push): Promise<boolean> {
  if (push.expected === null) return true;
  const args = ["merge-base", "--is-ancestor", push.expected, push.commit];
  return (await git.sealed({ gitDir: push.gitDir, args, ...borrowing(push) })).code === 0;
}

function borrowing({ objects }: Push): { readonly env?: Readonly<Record<string, string>> } {
  return objects === undefined ? {} : { env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects } };
}

/** How long a look at a remote may take. */
const lookMs = 20_000;

/** Whether the remote answers and takes pushes of this person; nothing is sent or changed. */
export async function tryPush(
  git: Git,
  { gitDir, remote, commit, ref }: Pick<Push, "gitDir" | "remote" | "commit" | "ref">,
): Promise<{ readonly kind: "reached" } | Unreachable> {
  const address = (await readPushUrl(git, gitDir, remote)) ?? remote;
  const quiet = ["--dry-run", "--porcelain", "--no-progress", "--no-verify", "--recurse-submodules=no"];
  const args = ["push", ...quiet, "--end-of-options", address, `${commit}:${ref}`];
  const exit = await git.network({ ...standingIn(gitDir), args, timeoutMs: lookMs });
  // A rejection is an answer, too: such as that others have pushed since.
  return exit.code === 0 || rejectionIn(exit) !== null ? { kind: "reached" } : unreachable(exit);
}
