import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TreeSha } from "../../src/base/ids.ts";
import { env } from "../landing/repository.ts";

/** Features of one repository, all made on the same base. */
export interface Case {
  readonly name: string;
  /** With `base.bundle`, `features/`, and `check N`, which says whether feature N works in the current folder. */
  readonly folder: string;
  readonly repository: string;
  readonly base: TreeSha;
  readonly features: readonly Feature[];
}

export interface Feature {
  readonly name: string;
  /** The base with the feature. */
  readonly tree: TreeSha;
}

/** All cases in a folder, each laid out in a repository of its own. */
export async function openCases(folder: string, scratch: string): Promise<readonly Case[]> {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, "case.json")));
  const cases: Case[] = [];
  for (const name of names.toSorted()) cases.push(await openCase(join(folder, name), join(scratch, name), name));
  return cases;
}

async function openCase(folder: string, scratch: string, name: string): Promise<Case> {
  mkdirSync(scratch, { recursive: true });
  const repository = join(scratch, "repository");
  await git(scratch, ["clone", "-q", "-b", "main", join(folder, "base.bundle"), repository]);
  const base = (await git(repository, ["rev-parse", "HEAD^{tree}"])) as TreeSha;
  const { features } = JSON.parse(readFileSync(join(folder, "case.json"), "utf8")) as { features: readonly number[] };
  const trees: Feature[] = [];
  for (const number of features) {
    await git(repository, ["read-tree", base]);
    await git(repository, [
      "apply",
      "--cached",
      "--whitespace=nowarn",
      join(folder, "features", `${String(number)}.patch`),
    ]);
    trees.push({ name: String(number), tree: (await git(repository, ["write-tree"])) as TreeSha });
  }
  return { name, folder, repository, base, features: trees };
}

const longestCheckMs = 300_000;

/** Whether a feature works in a tree: by the case's own program, in a folder of that tree. */
export async function check(
  { folder, repository }: Case,
  { tree, feature }: { readonly tree: TreeSha; readonly feature: Feature },
  place: string,
): Promise<boolean> {
  mkdirSync(place, { recursive: true });
  try {
    const index = { GIT_INDEX_FILE: `${place}.index` };
    await git(repository, ["read-tree", tree], index);
    await git(repository, ["checkout-index", "-a", "-q", `--prefix=${place}/`], index);
    return await new Promise((resolve) => {
      const options = { cwd: place, timeout: longestCheckMs, maxBuffer: 1e8 };
      execFile(join(folder, "check"), [feature.name], options, (error) => {
        resolve(error === null);
      });
    });
  } finally {
    rmSync(place, { recursive: true, force: true });
    rmSync(`${place}.index`, { force: true });
  }
}

function git(folder: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile("git", args, { cwd: folder, env: { ...env, ...more }, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else reject(new Error(`git ${args.join(" ")}: ${stderr}`));
    });
  });
}
