import { TuttiError } from "../base/error.ts";
import { type Git, requireOk } from "./git.ts";

const oldest = [2, 39] as const;

/** `merge-tree --write-tree` and the sealed profile need this version. */
export async function requireGitVersion(git: Git): Promise<string> {
  const text = requireOk(await git.ask("/", ["version"]), "git version").toString("utf8");
  const version = /(\d+)\.(\d+)[.\w-]*/.exec(text);
  if (version === null || !isNewEnough(Number(version[1]), Number(version[2]))) {
    throw new TuttiError("git.too_old", `git ${oldest.join(".")} or newer is needed, found: ${text.trim()}`, {
      audience: "environment",
      hint: "Install a newer git and try again.",
    });
  }
  return version[0];
}

function isNewEnough(major: number, minor: number): boolean {
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}
