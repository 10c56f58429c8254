import type { Git } from "../git.ts";

/** The addresses of remotes in a configuration file, read as data: nothing it includes or names is opened. */
export async function readRemoteUrls(git: Git, gitDir: string, file: string): Promise<readonly string[]> {
  const exit = await git.sealed({
    gitDir,
    args: ["config", "--file", file, "--no-includes", "-z", "--get-regexp", String.raw`^remote\..*\.url$`],
  });
  // 1 says that there is none, anything else that it is no configuration: both name no remote.
  if (exit.code !== 0) return [];
  return exit.stdout
    .toString("utf8")
    .split("\0")
    .filter((entry) => entry.includes("\n"))
    .map((entry) => entry.slice(entry.indexOf("\n") + 1));
}
