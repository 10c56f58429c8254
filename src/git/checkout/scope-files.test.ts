import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { wireGit } from "../../../test/kit/git.ts";
import { type TestRepository, makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import type { Git } from "../git.ts";
import { type Repository, openRepository } from "../repository.ts";
import { readFilesIn, readFilesOf, readSince, readUncommitted } from "./scope-files.ts";

const odd = ["-f", "a b", "é.ts", 'quo"te', "new\nline", "*", ":(top)x"];

let git: Git;
let user: TestRepository;
let repository: Repository;
let first: string;
beforeAll(async () => {
  git = wireGit();
  user = makeRepository({ "src/a.ts": "a\n", run: { program: "#!/bin/sh\n" }, link: { link: "src/a.ts" } });
  first = user.head();
  user.git("branch", "before");
  user.commit({ "src/a.ts": "other\n", ...Object.fromEntries(odd.map((name) => [name, `${name}\n`])) });
  repository = await openRepository(git, user.path);
});

describe("the files of a commit", () => {
  it("are named as they are, with any characters; links are none", async () => {
    expect([...(await readFilesOf(git, user.gitDir, "main"))].toSorted()).toEqual(
      [...odd, "run", "src/a.ts"].toSorted(),
    );
  });

  it("are not read from a commit that is not there", async () => {
    await expect(readFilesOf(git, user.gitDir, "--help")).rejects.toMatchObject({ code: "git.failed" });
  });
});

describe("the files of a checkout", () => {
  it("are what git has or does not ignore, and not what was brought there", async () => {
    writeFiles(user.path, {
      ".git/info/exclude": "/secret\n",
      ".gitignore": "out/\n*.log\n",
      "out/package.json": "",
      "x.log": "",
      secret: "",
      "web/-new\nfile": "",
      "web/kits/x": "",
      "kits/y": "",
    });
    const found = await readFilesIn(git, { gitDir: user.gitDir, top: user.path }, ["kits"]);
    expect([...found].toSorted()).toEqual(
      [...odd, ".gitignore", "link", "run", "src/a.ts", "web/-new\nfile"].toSorted(),
    );
    expect(existsSync(join(user.gitDir, "index.lock"))).toBe(false);
    user.git("clean", "-fdxq");
  });
});

describe("the difference from a branch", () => {
  it("is what came or changed since they parted; what the branch did meanwhile, and what is gone, is not", async () => {
    user.git("checkout", "-q", "-b", "side", first);
    user.commit({ "theirs.ts": "theirs\n" });
    user.git("checkout", "-q", "main");
    rmSync(join(user.path, "run"));
    const commit = user.commit({});
    expect([...((await readSince(git, user.gitDir, { branch: "side", commit })) ?? [])].toSorted()).toEqual(
      [...odd, "src/a.ts"].toSorted(),
    );
    user.git("reset", "-q", "--hard", "HEAD~1");
  });

  it.each(["nowhere", "--all", "unrelated"])(
    "can't be listed for a branch that is not there, or has nothing in common: %s",
    async (branch) => {
      if (branch === "unrelated")
        user.git("update-ref", "refs/heads/unrelated", user.git("commit-tree", "-m", "x", "main^{tree}"));
      expect(await readSince(git, user.gitDir, { branch, commit: "main" })).toBeNull();
    },
  );
});

describe("uncommitted work", () => {
  it("is told apart by whether it is staged, and looking writes nothing", async () => {
    writeFiles(user.path, {
      "-f": "staged\n",
      "a b": "staged\n",
      "src/new\nhere.ts": "new\n",
      "src/a.ts": "changed\n",
    });
    user.git("add", "--", "-f", "a b");
    writeFiles(user.path, { "a b": "and changed\n" });
    const index = readFileSync(join(user.gitDir, "index"));
    const { changed, staged } = await readUncommitted(git, repository);
    expect([[...staged].toSorted(), [...changed].toSorted()]).toEqual([
      ["-f", "a b"],
      ["a b", "src/a.ts", "src/new\nhere.ts"],
    ]);
    expect(readFileSync(join(user.gitDir, "index")).equals(index)).toBe(true);
    expect(existsSync(join(user.gitDir, "index.lock"))).toBe(false);
    user.git("reset", "-q", "--hard");
    user.git("clean", "-fdq");
  });

  it("is nothing where nothing is checked out", async () => {
    expect(await readUncommitted(git, { ...repository, top: null })).toEqual({ changed: new Set(), staged: new Set() });
  });
});
