import { branchName } from "../../base/text.ts";
import type { Git } from "../git.ts";

/** The upstream's remote, else `origin`, else the only one. */
export async function remoteOf(git: Git, gitDir: string, ref: string): Promise<string | undefined> {
  const branch = branchName(ref);
  const [upstream] = await readSetting(git, gitDir, `branch.${branch}.remote`);
  const names = await listRemotes(git, gitDir);
  // `.` represents this repository itself.
  if (upstream !== undefined && upstream !== "." && names.includes(upstream)) return upstream;
  if (names.includes("origin")) return "origin";
  return names.length === 1 ? names[0] : undefined;
}

/** As configured; `undefined`: no such remote. */
export async function readPushUrl(git: Git, gitDir: string, remote: string): Promise<string | undefined> {
  const [special] = await readSetting(git, gitDir, `remote.${remote}.pushurl`);
  const [usual] = await readSetting(git, gitDir, `remote.${remote}.url`);
  return special ?? usual;
}

/** After `insteadOf` and the like; `undefined`: no such remote. */
export async function readRemoteAddress(git: Git, gitDir: string, remote: string): Promise<string | undefined> {
  const exit = await git.checkout({ gitDir, args: ["remote", "get-url", "--push", "--end-of-options", remote] });
  return exit.code === 0 ? exit.stdout.toString("utf8").replace(/\n$/, "") : undefined;
}

async function listRemotes(git: Git, gitDir: string): Promise<readonly string[]> {
  const exit = await git.checkout({
    gitDir,
    args: ["config", "-z", "--name-only", "--get-regexp", String.raw`^remote\..*\.url$`],
  });
  const keys = exit.stdout.toString("utf8").split("\0");
  return [...new Set(keys.filter((key) => key !== "").map((key) => key.slice("remote.".length, -".url".length)))];
}

/** None where it is unset, or no key. */
async function readSetting(git: Git, gitDir: string, key: string): Promise<readonly string[]> {
  const exit = await git.checkout({ gitDir, args: ["config", "-z", "--get-all", key] });
  return exit.code === 0 ? exit.stdout.toString("utf8").split("\0").slice(0, -1) : [];
}

/** From a configuration file, read as data: nothing that it includes is opened. */
export async function readRemoteUrls(git: Git, gitDir: string, file: string): Promise<readonly string[]> {
  const exit = await git.sealed({
    gitDir,
    args: ["config", "--file", file, "--no-includes", "-z", "--get-regexp", String.raw`^remote\..*\.url$`],
  });
  // 1: none; others: no configuration. Both name no remote.
  if (exit.code !== 0) return [];
  return exit.stdout
    .toString("utf8")
    .split("\0")
    .filter((entry) => entry.includes("\n"))
    .map((entry) => entry.slice(entry.indexOf("\n") + 1));
}
