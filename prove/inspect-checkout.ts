import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { FileFact, Files } from "./files.ts";
import { differences } from "./files.ts";
import { type Playground, askGit, userFiles, userStatus } from "./playground.ts";
import { walk } from "./walk.ts";

/** The user's checkout: files and index as HEAD has them, but for what the user did there, which is as it was. */
export async function inspectCheckout(ground: Playground, files: Files): Promise<readonly string[]> {
  const { stdout: status } = await askGit(ground, ground.repository, [
    "status",
    "--porcelain",
    "--untracked-files=all",
  ]);
  const { stdout: head } = await askGit(ground, ground.repository, ["symbolic-ref", "HEAD"]);
  const { stdout: index } = await askGit(ground, ground.repository, ["diff-index", "--cached", "--name-only", "HEAD"]);
  const wanted = new Map([...files, ...userFiles]);
  return [
    ...(status === lines(userStatus) ? [] : [`git status says:\n${status}`]),
    ...(head === "refs/heads/main\n" ? [] : [`HEAD is ${head}`]),
    ...(index === "user/staged.txt\n" ? [] : [`the index differs from HEAD at:\n${index}`]),
    ...differences(readFiles(ground.repository), wanted).map(
      (path) => `${path} in the checkout is not what it should be`,
    ),
  ];
}

function lines(list: readonly string[]): string {
  return list.map((line) => `${line}\n`).join("");
}

function readFiles(folder: string): Files {
  const paths = walk(folder).filter((path) => !path.startsWith(".git/"));
  return new Map(paths.map((path) => [path, readOne(join(folder, path))]));
}

function readOne(path: string): FileFact {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return { mode: "120000", content: readlinkSync(path) };
  return { mode: (stats.mode & 0o100) === 0 ? "100644" : "100755", content: readFileSync(path, "utf8") };
}
