import { execFile, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Of files; the large one has a wide tree of folders, as monorepos do. */
export const sizes = {
  small: { files: 100, folders: [5, 4] },
  medium: { files: 3_000, folders: [12, 7, 5] },
  large: { files: 60_000, folders: [30, 15, 20] },
} as const satisfies Record<string, Shape>;
export type Size = keyof typeof sizes;

export interface Shape {
  readonly files: number;
  /** How many folders each level has in each of those above. */
  readonly folders: readonly number[];
}

/** Who commits, where nothing of the user's own settings counts. */
export const env: Readonly<Record<string, string>> = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "B",
  GIT_AUTHOR_EMAIL: "b@tutti.invalid",
  GIT_COMMITTER_NAME: "B",
  GIT_COMMITTER_EMAIL: "b@tutti.invalid",
};

/** Where a file lies: neighbours in number lie in different folders. */
export function pathOf({ folders }: Shape, number: number): string {
  let rest = number;
  const names = folders.map((count, level) => {
    const name = `level${String(level)}-${String(rest % count)}`;
    rest = Math.floor(rest / count);
    return name;
  });
  return [...names, `file-${String(number)}.ts`].join("/");
}

export function textOf(number: number, what: string): string {
  return `export const value${String(number)} = "${what}";\n`.repeat(1 + ((number * 37) % 60));
}

/**
 * A repository of the user's with one commit on `main`, packed as a cloned one is. Its folder has another branch
 * checked out, on which there is only a word about it.
 */
export async function makeRepository(path: string, shape: Shape): Promise<void> {
  mkdirSync(path, { recursive: true });
  await git(path, ["init", "-q", "-b", "aside"]);
  writeFileSync(join(path, "README.md"), "# What lands, lands elsewhere\n");
  await git(path, ["add", "--all"]);
  await git(path, ["commit", "-q", "-m", "aside"]);
  await fastImport(join(path, ".git"), mainStream(shape), { isLoose: false });
  await git(path, ["gc", "-q"]);
}

function* mainStream(shape: Shape): Generator<string> {
  yield commitLines("refs/heads/main", "all of it");
  for (let number = 0; number < shape.files; number += 1)
    yield fileLines(pathOf(shape, number), textOf(number, "first"));
}

export function commitLines(ref: string, message: string, from?: string): string {
  const parent = from === undefined ? "" : `from ${from}\n`;
  return `commit ${ref}\ncommitter B <b@tutti.invalid> 1700000000 +0000\ndata ${String(Buffer.byteLength(message))}\n${message}\n${parent}`;
}

export function fileLines(path: string, text: string): string {
  return `M 100644 inline ${path}\ndata ${String(Buffer.byteLength(text))}\n${text}\n`;
}

/** `isLoose`: all objects are loose, as those of commits that were made just now. */
export function fastImport(
  gitDir: string,
  lines: Iterable<string>,
  { isLoose }: { readonly isLoose: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      "git",
      [
        "-c",
        `fastimport.unpackLimit=${isLoose ? "1000000" : "1"}`,
        `--git-dir=${gitDir}`,
        "fast-import",
        "--quiet",
        "--force",
      ],
      {
        env,
        stdio: ["pipe", "ignore", "pipe"],
      },
    );
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.stdin.on("error", () => undefined);
    child.on("error", reject).on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`git fast-import ended with ${String(code)}: ${said}`));
    });
    child.stdin.end([...lines].join(""));
  });
}

/** What it printed, without the last newline. */
export function git(folder: string, args: readonly string[]): Promise<string> {
  return runs("git", args, folder);
}

export function runs(program: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, env, maxBuffer: 256 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.replace(/\n$/, ""));
      else reject(new Error(`${program} ${args.slice(0, 4).join(" ")}: ${stderr}`));
    });
  });
}
