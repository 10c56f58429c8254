import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { CommitSha } from "../../src/base/ids.ts";
import { commitFirst, isPlain } from "./first-commit.ts";
import { tempFolder } from "./folders.ts";
import { gitIn } from "./git.ts";
import { beginRepository, headOf, person, untidied } from "./new-repository.ts";

export { person };

/** Content of files by path: text, bytes, a link, or a program. */
export type Files = Readonly<
  Record<string, string | Uint8Array | { readonly link: string } | { readonly program: string }>
>;

/** A repository of a user's on branch main, with a first commit. */
export interface TestRepository {
  readonly path: string;
  readonly gitDir: string;
  git(...args: readonly string[]): string;
  /** Writes files and commits everything. */
  commit(files: Files, message?: string): CommitSha;
  head(): CommitSha;
}

export function makeRepository(
  files: Files = { "README.md": "hello\n" },
  format: "sha1" | "sha256" = "sha1",
): TestRepository {
  const path = join(tempFolder(), "user's repo");
  mkdirSync(path);
  const git = (...args: readonly string[]): string => gitIn(path, args);
  beginRepository(path, ["--template=", `--object-format=${format}`]);
  const repository: TestRepository = {
    path,
    gitDir: join(path, ".git"),
    git,
    commit: (more, message = "a change") => {
      writeFiles(path, more);
      git("add", "--all", "--force");
      git(...untidied, "commit", "-q", "--allow-empty", "-m", message);
      return repository.head();
    },
    head: () => headOf(join(path, ".git")),
  };
  writeFiles(path, files);
  const names = Object.keys(files);
  if (isPlain(names)) commitFirst({ folder: path, format }, names, "first");
  else repository.commit({}, "first");
  return repository;
}

/** Writes files below a folder and replaces existing ones. */
export function writeFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(path, content);
    else if ("link" in content) symlinkSync(content.link, path);
    else {
      writeFileSync(path, content.program);
      chmodSync(path, 0o755);
    }
  }
}

/** One path as a person sees it: `file text`, `program text`, `link target`, `folder` or `nothing`. */
export function shown(folder: string, name: string): string {
  const path = join(folder, name);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "nothing";
  if (stats.isDirectory()) return "folder";
  if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  return `${(stats.mode & 0o100) === 0 ? "file" : "program"} ${readFileSync(path, "latin1")}`;
}
