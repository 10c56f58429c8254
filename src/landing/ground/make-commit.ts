import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { type Git, requireOk } from "../../git/git.ts";
import { type Identity, identityEnvironment } from "../../git/identity.ts";
import type { CommitObject } from "../../git/objects/bytes/commit-bytes.ts";
import { type SignedCommit, signCommit } from "../../git/history/sign.ts";
import type { LandingHands } from "../hands.ts";

/**
 * One commit of a landing; signed by git where that is asked for, else made without a process unless somebody else
 * wrote it.
 */
export async function makeCommit(hands: LandingHands, commit: SignedCommit, isSigned: boolean): Promise<CommitSha> {
  const { objects, git, store } = hands;
  if (!isSigned && commit.author === undefined) return objects.writeCommit(commit);
  // git looks whether the tree is there.
  await objects.flush();
  if (isSigned) return signCommit(git, { gitDir: store.repository.commonDir, store: store.gitDir }, commit);
  return writeFor(git, store.gitDir, commit);
}

async function writeFor(git: Git, gitDir: string, { by, at, author, ...commit }: SignedCommit): Promise<CommitSha> {
  const own = author === undefined ? {} : pick(identityEnvironment(author, author.at), "GIT_AUTHOR_");
  const exit = await git.sealed({
    gitDir,
    args: ["commit-tree", ...commit.parents.flatMap((parent) => ["-p", parent]), "-F", "-", commit.tree],
    env: { ...identityEnvironment(by, at), ...own },
    stdin: commit.message,
  });
  return requireOk(exit, "writing a commit").toString("utf8").trim() as CommitSha;
}

function pick(all: Readonly<Record<string, string>>, prefix: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith(prefix)));
}

/** Who wrote an agent's own commit, and when; `undefined` where it does not say so in a way that git would take. */
export function authorOf({ author }: CommitObject): (Identity & { readonly at: EpochMs }) | undefined {
  const found = /^(.*) <([^<>]*)> (\d{1,10}) [+-]\d{4}$/.exec(Buffer.from(author, "latin1").toString("utf8"));
  const [, name = "", email = "", seconds = ""] = found ?? [];
  return name.trim() === "" ? undefined : { name, email, at: (Number(seconds) * 1000) as EpochMs };
}
