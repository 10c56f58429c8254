import { fieldsIn, type Git, requireOk } from "../git.ts";

/** A submodule of a commit. `path` is latin1. */
export interface Gitlink {
  readonly path: string;
  readonly commit: string;
}

/** Those of a commit. */
export async function listGitlinks(git: Git, gitDir: string, commit: string): Promise<readonly Gitlink[]> {
  const exit = await git.sealed({
    ...at(gitDir),
    args: ["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commit],
  });
  return fieldsIn(requireOk(exit, "looking for submodules"))
    .filter((line) => line.startsWith("160000 "))
    .map((line) => ({ path: line.slice(line.indexOf("\t") + 1), commit: line.split(/[ \t]/)[2] ?? "" }));
}

/**
 * Names that `.gitmodules` gives to paths. Anyone may have written it: check a name before using it in a path. An
 * unreadable file names nothing.
 */
export async function readModuleNames(
  git: Git,
  from: { gitDir: string; index?: string },
  revision: string,
): Promise<ReadonlyMap<string, string>> {
  const args = ["config", `--blob=${revision}:.gitmodules`, "-z", "--get-regexp", String.raw`^submodule\..*\.path$`];
  const exit = await git.sealed({ ...from, ...at(from.gitDir), args });
  const names = new Map<string, string>();
  if (exit.code !== 0) return names;
  for (const entry of exit.stdout.toString("latin1").split("\0")) {
    const end = entry.indexOf("\n");
    if (end > 0) names.set(entry.slice(end + 1), asText(entry.slice("submodule.".length, end - ".path".length)));
  }
  return names;
}

/** A submodule's repository names its files' folder, and git fails when that is missing. */
function at(gitDir: string): { gitDir: string; workTree: string } {
  return { gitDir, workTree: gitDir };
}

function asText(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}
