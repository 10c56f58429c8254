import { join } from "node:path";
import { TuttiError, messageOf } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import { type Git, type GitExit, wordIn } from "../git.ts";
import { identityEnvironment } from "../identity.ts";
import type { NewCommit } from "./trees.ts";

/** The user's repository, whose configuration says how to sign, and the store that gets the commit. */
export interface SigningRepository {
  readonly gitDir: string;
  readonly store: string;
}

/** A person may have to type a passphrase or touch a key. */
const patienceMs = 120_000;

/** Signed with the key that the user's configuration names: OpenPGP, SSH or X.509. No hooks run. */
export async function signCommit(git: Git, place: SigningRepository, commit: NewCommit): Promise<CommitSha> {
  const parents = commit.parents.flatMap((parent) => ["-p", parent]);
  const args = ["-c", "i18n.commitEncoding=UTF-8", "commit-tree", "-S", ...parents, "-F", "-", commit.tree];
  const env = { ...identityEnvironment(commit), GIT_OBJECT_DIRECTORY: join(place.store, "objects") };
  const exit = await signing(() =>
    git.checkout({ gitDir: place.gitDir, args, env, stdin: commit.message, timeoutMs: patienceMs }),
  );
  if (exit.code !== 0) throw signFailed(exit.stderr);
  return wordIn(exit.stdout) as CommitSha;
}

/** The only error of Tutti's own in here is a timeout. */
async function signing(run: () => Promise<GitExit>): Promise<GitExit> {
  try {
    return await run();
  } catch (error) {
    throw signFailed(messageOf(error));
  }
}

function signFailed(why: string): TuttiError {
  return new TuttiError("landing.sign_failed", `git could not sign the commit: ${why.trim().slice(0, 2000)}`, {
    audience: "user",
    hint: "Make sure that `git commit -S` works in this repository without asking anything, then resume the job. Nothing landed, and the work is kept.",
  });
}

/** `unknown`: its key is missing or not trusted. */
export type Signature = "good" | "bad" | "unknown" | "none";

/** By the user's keys and configuration. */
export async function checkSignature(git: Git, gitDir: string, commit: CommitSha): Promise<Signature> {
  const content = await git.sealed({ gitDir, args: ["cat-file", "commit", commit] });
  if (!isSigned(content.stdout)) return "none";
  const exit = await git.checkout({ gitDir, args: ["verify-commit", "--end-of-options", commit] });
  if (exit.code === 0) return "good";
  const told = await git.checkout({
    gitDir,
    args: ["log", "--no-walk", "--no-show-signature", "--format=%G?", "--end-of-options", commit],
  });
  // B: bad. R, X and Y: the key was revoked, or key or signature expired.
  return /^[BRXY]$/.test(told.stdout.toString("utf8").trim()) ? "bad" : "unknown";
}

/** Only the header counts: a message may hold anything. */
function isSigned(content: Buffer): boolean {
  const text = content.toString("latin1");
  return /^gpgsig(?:-sha256)? /m.test(text.slice(0, text.indexOf("\n\n")));
}
