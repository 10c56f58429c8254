import { realpath, stat } from "node:fs/promises";
import { TuttiError } from "../base/error.ts";
import type { Git } from "./git.ts";
import { isAbsolute, join } from "node:path";

/** A repository of the user's. */
export interface Repository {
  /** Shared by its worktrees: objects, refs, configuration. */
  readonly commonDir: string;
  /** The git folder of the checkout Tutti was started in. */
  readonly gitDir: string;
  /** Top of that checkout; `null` in a bare repository. */
  readonly top: string | null;
  readonly objectFormat: "sha1" | "sha256";
}

/** The repository that `folder` lies in. */
export async function openRepository(git: Git, folder: string): Promise<Repository> {
  if (!(await isFolder(folder))) throw noRepository(folder, "there is no such folder");
  // Last: without a work tree git fails here.
  const asked = ["--git-common-dir", "--absolute-git-dir", "--is-bare-repository", "--show-object-format"];
  const exit = await git.ask(folder, ["rev-parse", "--path-format=absolute", ...asked, "--show-toplevel"]);
  const [commonDir = "", gitDir = "", bare = "", format = "", ...top] = exit.stdout
    .toString("utf8")
    .replace(/\n$/, "")
    .split("\n");
  if (format === "") throw noRepository(folder, exit.stderr.trim());
  return {
    commonDir: await realpath(commonDir),
    gitDir: await realpath(gitDir),
    top: bare === "true" || exit.code !== 0 ? null : await realpath(top.join("\n")),
    objectFormat: format === "sha256" ? "sha256" : "sha1",
  };
}

export async function requireRepository(repository: Pick<Repository, "commonDir" | "top">): Promise<void> {
  const gone = [repository.commonDir, repository.top];
  for (const folder of gone)
    if (folder !== null && !(await isFolder(folder)))
      throw noRepository(folder, "it is not there any more; bring it back to go on");
}

function noRepository(folder: string, why: string): TuttiError {
  return new TuttiError("git.no_repository", `${folder} is no git repository that git is willing to open: ${why}`, {
    audience: "user",
    hint: "Run tutti inside a git repository, or name one with --repo.",
  });
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** By the user's own configuration. */
export async function readHooksFolder(git: Git, { gitDir, top, commonDir }: Repository): Promise<string> {
  const exit = await git.ask(top ?? gitDir, ["config", "--get", "--type=path", "core.hooksPath"]);
  const named = exit.code === 0 ? exit.stdout.toString("utf8").replace(/\n$/, "") : "";
  if (named === "") return join(commonDir, "hooks");
  return isAbsolute(named) ? named : join(top ?? gitDir, named);
}
