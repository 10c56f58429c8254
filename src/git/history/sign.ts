import { join } from "node:path";
import { TuttiError, messageOf } from "../../base/error.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import type { Git, GitExit } from "../git.ts";
import { type Identity, identityEnvironment } from "../identity.ts";
import type { NewCommit } from "./trees.ts";

export interface SignedCommit extends NewCommit {
  /** Where it is somebody else than the one who signs: of an agent's own commit that is kept. */
  readonly author?: Identity & { readonly at: EpochMs };
}

/**
 * The user's repository, which says how to sign, and the store that gets the commit; it borrows the objects of the
 * other.
 */
export interface SigningRepository {
  readonly gitDir: string;
  readonly store: string;
}

/** A person may have to type a passphrase or touch a key. */
const patienceMs = 120_000;

/** Makes a commit that git signs with what the user's configuration names: OpenPGP, SSH or X.509. No hooks run. */
export async function signCommit(git: Git, place: SigningRepository, commit: SignedCommit): Promise<CommitSha> {
  const parents = commit.parents.flatMap((parent) => ["-p", parent]);
  const args = ["-c", "i18n.commitEncoding=UTF-8", "commit-tree", "-S", ...parents, "-F", "-", commit.tree];
  const env = {
    ...identityEnvironment(commit.by, commit.at),
    ...authorOf(commit),
    GIT_OBJECT_DIRECTORY: join(place.store, "objects"),
  };
  const exit = await signing(() =>
    git.checkout({ gitDir: place.gitDir, args, env, stdin: commit.message, timeoutMs: patienceMs }),
  );
  if (exit.code !== 0) throw signFailed(exit.stderr);
  return exit.stdout.toString("utf8").trim() as CommitSha;
}

/** Of Tutti's own errors in here only one can happen: nobody answered in time. */
async function signing(run: () => Promise<GitExit>): Promise<GitExit> {
  try {
    return await run();
  } catch (error) {
    throw signFailed(messageOf(error));
  }
}

function authorOf({ author }: SignedCommit): Readonly<Record<string, string>> {
  if (author === undefined) return {};
  const all = identityEnvironment(author, author.at);
  return Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith("GIT_AUTHOR_")));
}

function signFailed(why: string): TuttiError {
  return new TuttiError("landing.sign_failed", `git could not sign the commit: ${why.trim().slice(0, 2000)}`, {
    audience: "user",
    hint: "Make sure that `git commit -S` works in this repository without asking anything, then resume the job. Nothing landed, and the work is kept.",
  });
}

/**
 * `unknown`: there is a signature, but not what it would be checked with, or the key is one that the user does not
 * trust.
 */
export type Signature = "good" | "bad" | "unknown" | "none";

/** What git says of a commit's signature, with the user's keys and configuration. */
export async function checkSignature(git: Git, gitDir: string, commit: CommitSha): Promise<Signature> {
  const content = await git.sealed({ gitDir, args: ["cat-file", "commit", commit] });
  if (!isSigned(content.stdout)) return "none";
  const exit = await git.checkout({ gitDir, args: ["verify-commit", "--end-of-options", commit] });
  if (exit.code === 0) return "good";
  const told = await git.checkout({
    gitDir,
    args: ["log", "--no-walk", "--no-show-signature", "--format=%G?", "--end-of-options", commit],
  });
  // B: it does not fit. R, X and Y: its key was revoked, or one of them is over.
  return /^[BRXY]$/.test(told.stdout.toString("utf8").trim()) ? "bad" : "unknown";
}

/** Only the header counts: a message may hold anything. */
function isSigned(content: Buffer): boolean {
  const text = content.toString("latin1");
  return /^gpgsig(?:-sha256)? /m.test(text.slice(0, text.indexOf("\n\n")));
}
