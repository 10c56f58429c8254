import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../../../test/kit/git.ts";
import { makeSuperproject, takeAway } from "../../../test/kit/odd-repositories.ts";
import { type TestRepository, makeRepository, shown, writeFiles } from "../../../test/kit/repository.ts";
import { wire } from "../../../test/kit/wire.ts";
import { oneOf } from "../../../test/kit/long.ts";

/** Everything that a repository of the user's is made of. */
function contentOf(repository: TestRepository): readonly string[] {
  return readdirSync(repository.gitDir, { recursive: true }).map(String).toSorted();
}

/** Commits submodules of these names, each with a copy in the place that its name would lead to. */
function addModules(user: TestRepository, names: readonly string[]): void {
  const objects = join(user.gitDir, "modules/my/lib/objects");
  const commit = gitIn(join(user.path, "ext/lib"), ["rev-parse", "HEAD"]);
  const lines = names.map(
    (name, at) =>
      `[submodule "${name.replaceAll("\\", "\\\\")}"]\n\tpath = evil-${String(at)}\n\turl = -x\n\tupdate = !touch evil\n`,
  );
  for (const [at, name] of names.entries()) {
    if (name.length < 200)
      writeFiles(join(user.gitDir, "modules", name), {
        "objects/info/alternates": `${objects}\n`,
        "refs/x": "x",
        HEAD: `${commit}\n`,
      });
    user.git("update-index", "--add", "--cacheinfo", `160000,${commit},evil-${String(at)}`);
  }
  writeFiles(user.path, { ".gitmodules": ['[submodule "my/lib"]\n\tpath = ext/lib\n', ...lines].join("") });
  user.git("add", ".gitmodules");
  user.git("commit", "-q", "-m", "more submodules");
}

describe.each(oneOf(2, ["clone", "worktree"] as const))("in a context of level %s a submodule", (level) => {
  it("that the checkout has is checked out from the user's own copy, also one in another, and update finds it so", async () => {
    const { user, lib, deep, first } = makeSuperproject();
    for (const gone of [lib, deep]) takeAway(gone);
    const before = contentOf(user);
    const context = await (await wire(user)).create("s", { level });
    const both = ["file one\n", "file deep\n"];
    const seen = (): readonly string[] =>
      ["ext/lib/lib.txt", "ext/lib/deep/deep.txt"].map((name) => shown(context.path, name));
    expect([seen(), gitIn(context.path, ["status", "--porcelain"])]).toEqual([both, ""]);
    gitIn(context.path, ["submodule", "update", "--init", "--recursive"]);
    expect(seen()).toEqual(both);
    expect(gitIn(join(context.path, "ext/lib"), ["rev-parse", "HEAD"])).toBe(first);
    expect(gitIn(context.path, ["status", "--porcelain", "--ignored"])).toBe("");
    expect(gitIn(join(context.path, "ext/lib"), ["remote"])).toBe("");
    gitIn(join(context.path, "ext/lib"), [
      "-c",
      "user.name=x",
      "-c",
      "user.email=x@x",
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      "mine",
    ]);
    gitIn(join(context.path, "ext/lib"), ["gc", "-q", "--prune=now"]);
    expect(contentOf(user)).toEqual(before);
  });
});

describe("a submodule", () => {
  it("that the checkout has empty is empty, which is told, and is checked out on demand without a network", async () => {
    const { user, lib, deep } = makeSuperproject();
    for (const gone of [lib, deep]) takeAway(gone);
    rmSync(join(user.path, "ext/lib"), { recursive: true });
    const context = await (await wire(user)).create("s");
    expect(context.prepared?.problems).toEqual([
      "submodule ext/lib is empty in contexts: the checkout does not have it either",
    ]);
    gitIn(context.path, ["submodule", "update", "--init"]);
    expect(shown(context.path, "ext/lib/lib.txt")).toBe("file one\n");
  });

  it("that the user never checked out is left to git and the network", async () => {
    const { user } = makeSuperproject();
    rmSync(join(user.gitDir, "modules"), { recursive: true });
    const context = await (await wire(user)).create("s");
    expect(existsSync(join(context.path, ".git/modules"))).toBe(false);
  });

  it("whose commit the user's copy does not have is left to git as well", async () => {
    const { user } = makeSuperproject();
    user.git("update-index", "--cacheinfo", `160000,${user.head()},ext/lib`);
    user.git("commit", "-q", "-m", "to a commit of nobody's");
    const context = await (await wire(user)).create("s");
    expect(existsSync(join(context.path, ".git/modules"))).toBe(false);
  });

  it("that a linked checkout of the user's has alone is found there", async () => {
    const { user } = makeSuperproject();
    user.git("worktree", "add", "-q", "--detach", "../linked");
    gitIn(join(user.path, "../linked"), ["-c", "protocol.file.allow=always", "submodule", "update", "-q", "--init"]);
    rmSync(join(user.gitDir, "modules"), { recursive: true });
    const context = await (await wire(user)).create("s");
    gitIn(context.path, ["submodule", "update", "--init"]);
    expect(shown(context.path, "ext/lib/lib.txt")).toBe("file one\n");
  });

  it("whose files the user took away is found all the same", async () => {
    const { user } = makeSuperproject();
    rmSync(join(user.path, "ext"), { recursive: true });
    const context = await (await wire(user)).create("s");
    gitIn(context.path, ["submodule", "update", "--init", "--recursive"]);
    expect(shown(context.path, "ext/lib/deep/deep.txt")).toBe("file deep\n");
  });

  const hostile = [
    "../../../outside",
    "a/../../outside",
    "/outside",
    "-rf",
    "",
    ".",
    "a//b",
    "back\\slash",
    "x".repeat(300),
  ];
  it("with a hostile name gets no repository, and the others do", async () => {
    const { user } = makeSuperproject();
    addModules(user, hostile);
    const context = await (await wire(user)).create("s");
    const made = readdirSync(join(context.path, ".git/modules"), { recursive: true }).map(String);
    expect(made.filter((path) => path.endsWith("HEAD")).toSorted()).toEqual([
      "my/lib/HEAD",
      "my/lib/modules/deep/HEAD",
    ]);
    expect(
      [".git", ".", ".."].flatMap((folder) =>
        readdirSync(join(context.path, folder)).filter((name) => name === "outside"),
      ),
    ).toEqual([]);
    expect(gitIn(context.path, ["config", "--list", "--local"])).not.toContain("submodule.");
  });

  it.each(oneOf(2, ["my/lib/objects", "my", "MY/LIB"]))(
    "named %s gets no repository, nor does the one that it would reach into",
    async (name) => {
      const { user } = makeSuperproject();
      addModules(user, [name]);
      const context = await (await wire(user)).create("s");
      expect(existsSync(join(context.path, ".git/modules"))).toBe(false);
    },
  );

  it("of a repository without any costs nothing", async () => {
    const context = await (await wire(makeRepository())).create("s");
    expect(existsSync(join(context.path, ".git/modules"))).toBe(false);
  });
});
