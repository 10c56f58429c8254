import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Names that a real git or a real disk would not take, as branches, as snapshots and as folders. */
export interface Refusals {
  readonly byGit: readonly string[];
  readonly byDisk: readonly string[];
}

export function tryNames(folder: string, names: readonly string[]): Refusals {
  return { byGit: triedAsRefs(folder, names), byDisk: triedAsFolders(folder, names) };
}

function triedAsRefs(folder: string, names: readonly string[]): readonly string[] {
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  const git = (args: readonly string[], input = ""): string =>
    execFileSync("git", ["-C", folder, "-c", "user.name=A", "-c", "user.email=a@tutti.invalid", ...args], {
      env,
      input,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
  git(["init", "-q", "-b", "main"]);
  git(["commit", "-q", "--allow-empty", "-m", "one"]);
  const commit = git(["rev-parse", "HEAD"]).trim();
  const refsOf = (name: string): readonly string[] => [
    `refs/heads/main-task-${name}`,
    `refs/tutti/snapshots/j/${name}/1`,
  ];
  const isTaken = (some: readonly string[]): boolean => {
    const input = some.flatMap(refsOf).map((ref) => `create ${ref}\0${commit}\0`);
    return spawnSync("git", ["-C", folder, "update-ref", "-z", "--stdin"], { env, input: input.join("") }).status === 0;
  };
  const refused = refusedOf(names, isTaken);
  const there = new Set(git(["for-each-ref", "--format=%(refname)"]).split("\n"));
  return [...new Set([...refused, ...names.filter((name) => refsOf(name).some((ref) => !there.has(ref)))])];
}

/** git takes all lines or none: a list with a bad name in it is halved until that name is alone. */
function refusedOf(names: readonly string[], isTaken: (some: readonly string[]) => boolean): readonly string[] {
  if (names.length === 0 || isTaken(names)) return [];
  if (names.length === 1) return names;
  const middle = Math.floor(names.length / 2);
  return [...refusedOf(names.slice(0, middle), isTaken), ...refusedOf(names.slice(middle), isTaken)];
}

function triedAsFolders(folder: string, names: readonly string[]): readonly string[] {
  const root = join(folder, "tasks");
  mkdirSync(root);
  const refused = names.filter((name) => {
    try {
      mkdirSync(join(root, name));
      return false;
    } catch {
      return true;
    }
  });
  const there = new Set(readdirSync(root));
  return [...new Set([...refused, ...names.filter((name) => !there.has(name))])];
}
