import { TuttiError } from "../base/error.ts";
import type { EpochMs } from "../base/ids.ts";
import type { Git } from "./git.ts";

/** Who the landed commits are by. */
export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** The user's name as git's configuration has it, read once per job. */
export async function readIdentity(git: Git, folder: string): Promise<Identity> {
  const exit = await git.ask(folder, ["config", "-z", "--get-regexp", "^user\\.(name|email)$"]);
  // Each as its key, a line, and what it says; the last of a key counts.
  const settings = new Map(exit.stdout.toString("utf8").split("\0").map(keyAndValue));
  const [name = "", email = ""] = ["user.name", "user.email"].map((key) => settings.get(key)?.trim());
  if (name === "" || email === "") {
    throw new TuttiError("git.no_identity", "git does not know who you are: user.name or user.email is not set", {
      audience: "user",
      hint: 'Run: git config --global user.name "Your Name" && git config --global user.email you@example.com',
    });
  }
  return { name, email };
}

function keyAndValue(record: string): readonly [string, string] {
  const end = record.indexOf("\n");
  return end === -1 ? [record, ""] : [record.slice(0, end), record.slice(end + 1)];
}

/** The identity as git takes it when it writes a commit. */
export function identityEnvironment(identity: Identity, at: EpochMs): Record<string, string> {
  const date = `@${String(Math.floor(at / 1000))} +0000`;
  return {
    GIT_AUTHOR_NAME: identity.name,
    GIT_AUTHOR_EMAIL: identity.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: identity.name,
    GIT_COMMITTER_EMAIL: identity.email,
    GIT_COMMITTER_DATE: date,
  };
}
