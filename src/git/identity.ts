import { TuttiError } from "../base/error.ts";
import type { EpochMs } from "../base/ids.ts";
import type { Git } from "./git.ts";

/** Who the landed commits are by. */
export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** From git's configuration, read once per job. */
export async function readIdentity(git: Git, folder: string): Promise<Identity> {
  const exit = await git.ask(folder, ["config", "-z", "--get-regexp", "^user\\.(name|email)$"]);
  // Key, newline, value; the last of a key counts.
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

export interface Authored {
  readonly by: Identity;
  readonly at: EpochMs;
  /** Where it is another person: of an agent's own commit. */
  readonly author?: Identity & { readonly at: EpochMs };
}

/** As git takes it when it writes a commit. */
export function identityEnvironment({ by, at, author = { ...by, at } }: Authored): Record<string, string> {
  const date = (time: EpochMs): string => `@${String(Math.floor(time / 1000))} +0000`;
  return {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: date(author.at),
    GIT_COMMITTER_NAME: by.name,
    GIT_COMMITTER_EMAIL: by.email,
    GIT_COMMITTER_DATE: date(at),
  };
}
