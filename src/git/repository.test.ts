import { chmodSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { gitIn, hermetic, wireGit } from "../../test/kit/git.ts";
import { makeRepository } from "../../test/kit/repository.ts";
import { readCheckouts } from "./checkout/checkouts.ts";
import { readIdentity } from "./identity.ts";
import { openRepository } from "./repository.ts";
import { requireGitVersion } from "./version.ts";

const git = wireGit();

describe("a repository of the user's", () => {
  it("is the same from its top, a folder in it, a link to it and a linked worktree", async () => {
    const repository = makeRepository({ "dir/x": "x\n" });
    const linked = join(tempFolder(), "linked");
    const link = join(tempFolder(), "link");
    repository.git("worktree", "add", "-q", "-b", "other", linked);
    symlinkSync(repository.path, link);
    const found = await openRepository(git, repository.path);
    expect(found).toEqual({
      commonDir: repository.gitDir,
      gitDir: repository.gitDir,
      top: repository.path,
      objectFormat: "sha1",
    });
    expect(await openRepository(git, join(repository.path, "dir"))).toEqual(found);
    expect(await openRepository(git, link)).toEqual(found);
    expect(await openRepository(git, linked)).toEqual({
      ...found,
      gitDir: join(repository.gitDir, "worktrees/linked"),
      top: realpathSync(linked),
    });
    expect(await openRepository(git, repository.gitDir)).toEqual({ ...found, top: null });
  });

  it("may be bare, and may name its objects by sha256", async () => {
    const path = tempFolder();
    gitIn(path, ["init", "-q", "--bare", "--object-format=sha256"]);
    expect(await openRepository(git, path)).toEqual({
      commonDir: path,
      gitDir: path,
      top: null,
      objectFormat: "sha256",
    });
  });

  it("is missed with a hint", async () => {
    await expect(openRepository(git, tempFolder())).rejects.toMatchObject({
      code: "git.no_repository",
      audience: "user",
      hint: expect.any(String) as string,
    });
  });

  it("tells its checkouts: which branch, or none, and not those whose folder is gone", async () => {
    const repository = makeRepository();
    const places = ["on a branch", "detached", "gone"].map((name) => join(tempFolder(), name));
    repository.git("worktree", "add", "-q", "-b", "side", places[0]!);
    repository.git("worktree", "add", "-q", "--detach", places[1]!);
    repository.git("worktree", "add", "-q", "-b", "lost", places[2]!);
    rmSync(places[2]!, { recursive: true });
    const [main, ...others] = await readCheckouts(git, await openRepository(git, repository.path));
    expect(main).toEqual({ gitDir: repository.gitDir, path: repository.path, branch: "refs/heads/main" });
    expect(new Map(others.map((checkout) => [checkout.path, checkout.branch]))).toEqual(
      new Map([
        [places[0], "refs/heads/side"],
        [places[1], undefined],
      ]),
    );
  });

  it("whose git folder lies elsewhere has its checkout where it really is", async () => {
    const [top, gitDir] = [join(tempFolder(), "top"), join(tempFolder(), "elsewhere.git")];
    gitIn(tempFolder(), ["init", "-q", "-b", "main", `--separate-git-dir=${gitDir}`, top]);
    const opened = await openRepository(git, top);
    expect(await readCheckouts(git, opened)).toEqual([{ gitDir, path: top, branch: "refs/heads/main" }]);
    // From another worktree git itself can't tell where that is, and neither do we.
    expect(await readCheckouts(git, { ...opened, gitDir: "/other", top: "/other" })).toEqual([
      { gitDir, path: undefined, branch: "refs/heads/main" },
    ]);
  });

  it("that is bare has no checkout of its own", async () => {
    const path = tempFolder();
    gitIn(path, ["init", "-q", "--bare"]);
    expect(await readCheckouts(git, await openRepository(git, path))).toEqual([]);
  });
});

describe("the user's name", () => {
  it("is what git's configuration says in that folder", async () => {
    const repository = makeRepository();
    expect(await readIdentity(git, repository.path)).toEqual({ name: "Ada", email: "ada@example.com" });
    repository.git("config", "user.name", "  Grace Brewster ‘Hopper’ ");
    expect((await readIdentity(git, repository.path)).email).toBe("ada@example.com");
  });

  it.each([["user.name"], ["user.email"]])(
    "is missed, with the command that sets it, when %s is not set",
    async (key) => {
      const repository = makeRepository();
      repository.git("config", "--unset", key);
      await expect(readIdentity(git, repository.path)).rejects.toMatchObject({
        code: "git.no_identity",
        audience: "user",
        hint: expect.stringContaining("git config") as string,
      });
    },
  );
});

describe("the version of git", () => {
  const versioned = (text: string) => {
    const bin = tempFolder();
    writeFileSync(join(bin, "git"), `#!/bin/sh\necho '${text}'\n`);
    chmodSync(join(bin, "git"), 0o755);
    return wireGit({ ...hermetic, PATH: bin });
  };

  it.each([
    ["git version 2.39.5", "2.39.5"],
    ["git version 2.40.0.windows.1", "2.40.0.windows.1"],
    ["git version 2.50.1 (Apple Git-155)", "2.50.1"],
    ["git version 3.0.0-rc1", "3.0.0-rc1"],
  ])("%s will do", async (text, version) => {
    expect(await requireGitVersion(versioned(text))).toBe(version);
  });

  it.each(["git version 2.38.5", "git version 1.99.0", "something else"])("%s will not do", async (text) => {
    await expect(requireGitVersion(versioned(text))).rejects.toMatchObject({
      code: "git.too_old",
      hint: expect.any(String) as string,
    });
  });
});
