import { execFileSync, spawnSync } from "node:child_process";

/** What git meets when a task, a user or the prover runs it: nothing of the machine's own configuration. */
export const plainEnv: Readonly<Record<string, string>> = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  GIT_AUTHOR_NAME: "A Task",
  GIT_AUTHOR_EMAIL: "task@tutti.invalid",
  GIT_COMMITTER_NAME: "A Task",
  GIT_COMMITTER_EMAIL: "task@tutti.invalid",
};

/** What git printed, one byte a character; an answer of no is thrown. */
export function gitIn(folder: string, args: readonly string[], input = ""): string {
  return execFileSync("git", args, { cwd: folder, env: plainEnv, input, stdio: "pipe", maxBuffer: 2 ** 28 }).toString(
    "latin1",
  );
}

/** `undefined` when git says no. */
export function askIn(folder: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", ["--no-optional-locks", ...args], {
    cwd: folder,
    env: plainEnv,
    maxBuffer: 2 ** 28,
  });
  return status === 0 ? stdout.toString("latin1") : undefined;
}

/**
 * The files of a commit, as `mode blob` by path. Replacements don't count: they are what a task would like us to see.
 */
export function treeOf(gitDir: string, commit: string): ReadonlyMap<string, string> {
  const listed = gitIn(gitDir, ["--no-replace-objects", "ls-tree", "-r", "-z", "--full-tree", commit]);
  return new Map(
    listed
      .split("\0")
      .filter((line) => line !== "")
      .map((line) => {
        const [about, path] = split(line, "\t");
        const [mode = "", , blob = ""] = about.split(" ");
        return [path, `${mode} ${blob}`];
      }),
  );
}

function split(line: string, at: string): readonly [string, string] {
  const place = line.indexOf(at);
  return [line.slice(0, place), line.slice(place + 1)];
}
