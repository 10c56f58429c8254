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
  const [name, email] = await Promise.all([readSetting(git, folder, "user.name"), readSetting(git, folder, "user.email")]);
  if (name === "" || email === "") {
    throw new TuttiError("git.no_identity", "git does not know who you are: user.name or user.email is not set", {
      audience: "user",
      hint: 'Run: git config --global user.name "Your Name" && git config --global user.email you@example.com',
    });
  }
  return { name, email };
}

async function readSetting(git: Git, folder: string, key: string): Promise<string> {
  const exit = await git.ask(folder, ["config", "--get", key]);
  return exit.code === 0 ? exit.stdout.toString("utf8").trim() : "";
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
