import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FileFact, Files } from "./files.ts";
import { plainFile } from "./files.ts";

/**
 * A repository of a user's with changes of their own in it, a home for Tutti, and a score, in a folder of their own.
 */
export interface Playground {
  readonly folder: string;
  readonly repository: string;
  readonly home: string;
  readonly score: string;
  /** What Tutti is started with. */
  readonly env: Readonly<Record<string, string>>;
}

/** Tracked files of the user's with changes that no sheet touches, as they are committed. */
const committed: Files = new Map([
  ["user/notes.txt", plainFile("notes\n")],
  ["user/staged.txt", plainFile("staged\n")],
  [".gitignore", plainFile("*.log\n")],
]);

/** The user's own work in the checkout, which must be there to the byte afterwards. */
export const userFiles: Files = new Map([
  ["user/notes.txt", plainFile("notes\nand a line that is not committed\n")],
  ["user/staged.txt", plainFile("staged\nand a line that is staged\n")],
  ["user/untracked.txt", plainFile("not tracked\n")],
  ["user/debug.log", plainFile("ignored\n")],
]);

/** What `git status --porcelain` says of it. */
export const userStatus: readonly string[] = [" M user/notes.txt", "M  user/staged.txt", "?? user/untracked.txt"];

/** The tree that a job begins with. */
export function startingFiles(base: Files): Files {
  return new Map([...base, ...committed]);
}

export async function makePlayground(base: Files, score: string): Promise<Playground> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tutti-prove-")));
  const [repository, home, temp] = ["repository", "home", "temp"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(repository);
  await mkdir(temp);
  const ground: Playground = {
    folder,
    repository,
    home,
    score: join(folder, "score.yaml"),
    env: {
      // Its acts leave marks outside of contexts.
      TUTTI_SANDBOX: "off",
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      TMPDIR: temp,
      TUTTI_HOME: home,
      TUTTI_LOCAL: "1",
      NO_COLOR: "1",
    },
  };
  await writeFile(ground.score, score);
  await git(ground, ["init", "-q", "-b", "main"]);
  await git(ground, ["config", "user.name", "A User"]);
  await git(ground, ["config", "user.email", "user@tutti.invalid"]);
  await writeFiles(repository, startingFiles(base));
  await git(ground, ["add", "-A"]);
  await git(ground, ["commit", "-q", "-m", "the beginning"]);
  await writeFiles(repository, userFiles);
  await git(ground, ["add", "user/staged.txt"]);
  return ground;
}

export async function removePlayground(ground: Playground): Promise<void> {
  await rm(ground.folder, { recursive: true, force: true, maxRetries: 3 });
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, file] of files) await writeOne(join(folder, path), file);
}

async function writeOne(path: string, file: FileFact): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  if (file.mode === "120000") await symlink(file.content, path);
  else {
    await writeFile(path, file.content);
    await chmod(path, file.mode === "100755" ? 0o755 : 0o644);
  }
}

export interface GitAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Asks git without letting it write, not even a refreshed index: what is found is what was left. */
export function askGit(ground: Pick<Playground, "env">, folder: string, args: readonly string[]): Promise<GitAnswer> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: ground.env, maxBuffer: 2 ** 28 };
    execFile("git", ["--no-optional-locks", ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : typeof error.code === "number" ? error.code : -1, stdout, stderr });
    });
  });
}

async function git(ground: Playground, args: readonly string[]): Promise<void> {
  const { code, stderr } = await askGit(ground, ground.repository, args);
  if (code !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
}
