import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { CommitSha } from "../../src/base/ids.ts";
import { tempFolder } from "./folders.ts";
import { gitIn } from "./git.ts";
import { type TestRepository, makeRepository, person } from "./repository.ts";

/**
 * A clone of a user's that left files (`blob:none`) or folders as well (`tree:0`) with its remote, with nothing checked
 * out.
 */
export function clonePartially(origin: TestRepository, filter: "blob:none" | "tree:0"): TestRepository {
  for (const key of ["uploadpack.allowFilter", "uploadpack.allowAnySHA1InWant"]) origin.git("config", key, "true");
  return cloneOf(origin, ["--no-checkout", `--filter=${filter}`]);
}

/** Takes a repository away, as a network does; the answer brings it back. */
export function takeAway(repository: TestRepository): () => void {
  const away = `${repository.path}.away`;
  renameSync(repository.path, away);
  return () => {
    if (existsSync(away)) renameSync(away, repository.path);
  };
}

function cloneOf(origin: TestRepository, options: readonly string[]): TestRepository {
  const path = join(tempFolder(), "clone");
  gitIn("/", ["clone", "-q", "--template=", ...options, `file://${origin.path}`, path]);
  const git = (...args: readonly string[]): string => gitIn(path, args);
  git("config", "user.name", person.name);
  git("config", "user.email", person.email);
  return { ...origin, path, gitDir: join(path, ".git"), git, head: () => git("rev-parse", "HEAD") as CommitSha };
}

/** Leaves only these folders (`cone`), or only what these patterns name, in a checkout of the user's. */
export function makeSparse(
  repository: TestRepository,
  how: "cone" | "sparse-index" | "patterns",
  names: readonly string[],
): void {
  const kind =
    how === "patterns" ? ["--no-cone"] : ["--cone", how === "sparse-index" ? "--sparse-index" : "--no-sparse-index"];
  repository.git("sparse-checkout", "set", ...kind, ...names);
}

export interface Superproject {
  readonly user: TestRepository;
  /** The source of the submodule `ext/lib` (named `my/lib`), with two commits: the first is checked out. */
  readonly lib: TestRepository;
  readonly first: CommitSha;
  readonly second: CommitSha;
  /** A submodule of the submodule, at `ext/lib/deep`. */
  readonly deep: TestRepository;
}

/** A repository of the user's with a submodule in it, which has one as well, all of them checked out. */
export function makeSuperproject(): Superproject {
  const deep = makeRepository({ "deep.txt": "deep\n" });
  const lib = makeRepository({ "lib.txt": "one\n", ".gitignore": "*.log\n" });
  addSubmodule(lib, deep, { name: "deep", path: "deep" });
  const first = lib.head();
  const second = lib.commit({ "lib.txt": "two\n" });
  const user = makeRepository({ "a.txt": "a\n" });
  addSubmodule(user, lib, { name: "my/lib", path: "ext/lib" });
  gitIn(join(user.path, "ext/lib"), ["checkout", "-q", first]);
  user.commit({}, "with an older submodule");
  user.git(...anyFile, "submodule", "--quiet", "update", "--init", "--recursive");
  return { user, lib, first, second, deep };
}

/** git does not clone submodules from the same disk unless it is told to. */
const anyFile = ["-c", "protocol.file.allow=always"];

function addSubmodule(to: TestRepository, from: TestRepository, how: { name: string; path: string }): void {
  to.git(...anyFile, "submodule", "--quiet", "add", "--name", how.name, `file://${from.path}`, how.path);
  to.commit({}, `add ${how.name}`);
}
