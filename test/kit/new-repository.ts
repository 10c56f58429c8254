import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommitSha } from "../../src/base/ids.ts";

export const person = { name: "Ada", email: "ada@example.com" };

/** The configuration of git in the tests: nothing of the machine's own. */
export const hermetic: Readonly<Record<string, string>> = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  // Stories leave marks outside of their contexts; those of the sandbox ask for it.
  TUTTI_SANDBOX: "off",
};

/** For commits of the tests' own: without it, each starts a second git that looks for something to tidy up. */
export const untidied = ["-c", "maintenance.auto=false"] as const;

/**
 * An empty repository of Ada's on branch main, in a folder that is there. git makes one of each kind, and the others
 * are written after it: a program costs as much as the whole of a short test.
 */
export function beginRepository(folder: string, options: readonly string[] = []): void {
  const kind = options.join(" ");
  const parts = made.get(kind) ?? partsOf(options);
  made.set(kind, parts);
  for (const { name, content, mode } of parts) {
    if (content === null) mkdirSync(join(folder, name), { recursive: true });
    else writeFileSync(join(folder, name), content, { mode });
  }
}

/** The commit that is checked out; git is only asked where no plain file tells. */
export function headOf(gitDir: string): CommitSha {
  const head = readFileSync(join(gitDir, "HEAD"), "utf8").trim();
  const ref = join(gitDir, head.replace(/^ref: /, ""));
  const commit = head.startsWith("ref: ") && existsSync(ref) ? readFileSync(ref, "utf8").trim() : head;
  if (/^[0-9a-f]{40,64}$/.test(commit)) return commit as CommitSha;
  return execFileSync("git", ["rev-parse", "HEAD"], { cwd: gitDir, env: hermetic, stdio: "pipe" })
    .toString()
    .trim() as CommitSha;
}

interface Part {
  readonly name: string;
  /** `null`: a folder. */
  readonly content: Buffer | null;
  readonly mode: number;
}

const made = new Map<string, readonly Part[]>();

function partsOf(options: readonly string[]): readonly Part[] {
  const folder = mkdtempSync(join(tmpdir(), "tutti-new-"));
  try {
    const git = (...args: readonly string[]): void =>
      void execFileSync("git", args, { cwd: folder, env: hermetic, stdio: "pipe" });
    git("init", "--quiet", "--initial-branch=main", ...options);
    git("config", "user.name", person.name);
    git("config", "user.email", person.email);
    const names = readdirSync(folder, { recursive: true }).map(String).toSorted();
    return names.map((name) => {
      const stats = lstatSync(join(folder, name));
      return { name, content: stats.isDirectory() ? null : readFileSync(join(folder, name)), mode: stats.mode & 0o777 };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
