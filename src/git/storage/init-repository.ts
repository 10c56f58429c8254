import { type Git, requireOk } from "../git.ts";
import type { Identity } from "../identity.ts";

/** Makes a folder a repository on `main`, with everything in it as the first commit, by the given person. */
export async function initRepository(git: Git, folder: string, by: Identity): Promise<void> {
  const steps: readonly (readonly string[])[] = [
    ["init", "--quiet", "--initial-branch=main", "--template="],
    ["config", "user.name", by.name],
    ["config", "user.email", by.email],
    ["add", "--all"],
    ["-c", "commit.gpgSign=false", "commit", "--quiet", "--no-verify", "--message", "Begin"],
  ];
  for (const args of steps) requireOk(await git.ask(folder, args), `git ${args[0] ?? ""}`);
}
