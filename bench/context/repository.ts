import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const sizes = { small: 100, medium: 3_000, large: 60_000 } as const;
export type Size = keyof typeof sizes;

const env = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

/** A repository of so many files in folders of folders, of the sizes that sources have. */
export async function makeRepository(folder: string, size: Size): Promise<string> {
  const path = join(folder, size);
  for (let number = 0; number < sizes[size]; number += 1) {
    const file = join(path, `part-${number % 12}`, `room-${number % 7}`, `shelf-${number % 5}`, `file-${number}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `export const value${number} = ${number};\n`.repeat(1 + ((number * 37) % 200)));
  }
  await git(path, ["init", "-q", "-b", "main"]);
  await git(path, ["add", "--all"]);
  const settings = ["user.name=B", "user.email=b@tutti.invalid", "gc.auto=0"].flatMap((one) => ["-c", one]);
  await git(path, [...settings, "commit", "-q", "-m", "all"]);
  // As a repository is that was cloned.
  await git(path, ["gc", "-q"]);
  return path;
}

export function git(folder: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile("git", args, { cwd: folder, env }, (error, _stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(`git ${args.join(" ")}: ${stderr}`));
    });
  });
}
