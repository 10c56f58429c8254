import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Canary, makeCanary, plant } from "../../../test/kit/canary.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { oneOf } from "../../../test/kit/long.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, treeOf, wire } from "../../../test/kit/wire.ts";
import { mergeCommits } from "../../git/history/merge.ts";
import type { Context } from "../context.ts";
import { destroyContext } from "../cleanup/destroy.ts";
import { sweepStore } from "../records/sweep.ts";

const files = { "a.txt": "a\n", "b.x": "b\n", ".gitattributes": "*.x filter=x diff=x merge=x\n" };

/** Everything that Tutti does with a context and its result, after the agent was in it. */
async function goThrough(wired: Wired, sheet: string, context: Context): Promise<ReadonlyMap<string, string>> {
  const proof = await wired.capture(sheet, context);
  const next = await wired.create(`${sheet}, next`, { level: context.level, base: proof.commit });
  const going = await wired.create(`${sheet}, on`, { level: context.level, continueFrom: proof.commit });
  writeFiles(going.path, { "b.x": "other\n" });
  const other = await wired.capture(`${sheet}, on`, going);
  await mergeCommits(wired.git, wired.store.gitDir, { ours: other.commit, theirs: proof.commit });
  await destroyContext(wired.places, wired.store, proof);
  await sweepStore(wired.places, wired.store);
  await wired.capture(`${sheet}, next`, next);
  return treeOf(wired, proof.commit);
}

describe.each(oneOf(2, ["clone", "worktree"] as const))(
  "of what an agent planted in its context (mode %s), Tutti runs nothing and believes nothing:",
  (mode) => {
    const inContext = async (
      deed: (context: Context, canary: Canary) => void,
    ): Promise<{ tree: ReadonlyMap<string, string>; songs: readonly string[] }> => {
      const wired = await wire(makeRepository(files));
      const context = await wired.create("hostile", { level: mode });
      const canary = makeCanary();
      writeFiles(context.path, { "a.txt": "edited\n", "b.x": "edited\n", "new.x": "new\n" });
      gitIn(context.path, ["add", "-A"]);
      gitIn(context.path, ["commit", "-q", "-m", "by the agent"]);
      writeFiles(context.path, { "new.x": "newer\n" });
      deed(context, canary);
      return { tree: await goThrough(wired, "hostile", context), songs: canary.songs() };
    };
    const captured = {
      ".gitattributes": `100644 ${files[".gitattributes"]}`,
      "a.txt": "100644 edited\n",
      "b.x": "100644 edited\n",
      "new.x": "100644 newer\n",
    };
    const dirs = (context: Context) => {
      const gitDir = gitIn(context.path, ["rev-parse", "--absolute-git-dir"]);
      return { gitDir, common: gitIn(context.path, ["rev-parse", "--path-format=absolute", "--git-common-dir"]) };
    };

    it("the configuration, hooks and attributes of its repository", async () => {
      const { tree, songs } = await inContext((context, canary) => {
        const { common } = dirs(context);
        plant(canary, { folder: context.path, gitDir: common, config: join(common, "config") });
      });
      expect(songs).toEqual([]);
      expect(Object.fromEntries(tree)).toEqual(captured);
    });

    it("a configuration of the worktree alone", async () => {
      const { tree, songs } = await inContext((context, canary) => {
        const { gitDir, common } = dirs(context);
        if (mode === "clone") gitIn(context.path, ["config", "core.repositoryFormatVersion", "1"]);
        plant(canary, { folder: context.path, gitDir, config: join(gitDir, "config.worktree") });
        gitIn(context.path, ["config", "--file", join(common, "config"), "extensions.worktreeConfig", "true"]);
      });
      expect(songs).toEqual([]);
      expect(Object.fromEntries(tree)).toEqual(captured);
    });

    it("a .git that points to another repository", async () => {
      const { tree, songs } = await inContext((context, canary) => {
        const evil = join(tempFolder(), "evil");
        const { common } = dirs(context);
        cpSync(common, evil, { recursive: true });
        gitIn(evil, ["config", "core.bare", "false"]);
        plant(canary, { folder: evil, gitDir: evil, config: join(evil, "config") });
        rmSync(join(context.path, ".git"), { recursive: true });
        writeFileSync(join(context.path, ".git"), `gitdir: ${evil}\n`);
      });
      expect(songs).toEqual([]);
      expect(Object.fromEntries(tree)).toEqual(captured);
    });

    it("a bare repository among its files, and a nested one with everything planted", async () => {
      const { tree, songs } = await inContext((context, canary) => {
        gitIn(context.path, ["init", "-q", "--bare", "--template=", "pkg"]);
        plant(canary, { folder: join(context.path, "pkg"), gitDir: join(context.path, "pkg"), config: "config" });
        mkdirSync(join(context.path, "nested"));
        gitIn(join(context.path, "nested"), ["init", "-q", "--template="]);
        plant(canary, {
          folder: join(context.path, "nested"),
          gitDir: join(context.path, "nested/.git"),
          config: ".git/config",
        });
        writeFiles(context.path, { "nested/in.x": "in\n" });
      });
      expect(songs).toEqual([]);
      expect(tree.get("nested/in.x")).toBe("100644 in\n");
      expect(tree.get("pkg/HEAD")).toMatch(/^100644 ref: /);
    });

    it("replaced objects, grafts and programs on a path of its own", async () => {
      const { tree, songs } = await inContext((context, canary) => {
        const [head, base] = gitIn(context.path, ["rev-parse", "HEAD", context.base]).split("\n") as [string, string];
        gitIn(context.path, ["replace", head, base]);
        gitIn(context.path, [
          "replace",
          gitIn(context.path, ["rev-parse", "HEAD:a.txt"]),
          gitIn(context.path, ["rev-parse", `${base}:a.txt`]),
        ]);
        for (const name of ["git", "git-lfs", "cat", "sh"]) {
          writeFileSync(join(context.path, name), `#!/bin/sh\nexec ${canary.program(name)}\n`);
          chmodSync(join(context.path, name), 0o755);
        }
      });
      expect(songs).toEqual([]);
      expect(tree.get("a.txt")).toBe("100644 edited\n");
      expect(tree.get("git")).toMatch(/^100755 #!/);
    });
  },
);

describe("a planted program", () => {
  it("would be run by a git that trusts the folder it stands in", () => {
    const repository = makeRepository(files);
    const canary = makeCanary();
    plant(canary, { folder: repository.path, gitDir: repository.gitDir, config: join(repository.gitDir, "config") });
    writeFiles(repository.path, { "b.x": "edited\n" });
    expect(() => gitIn(repository.path, ["add", "b.x"])).toThrow("clean filter 'x' failed");
    gitIn(repository.path, ["update-ref", "refs/heads/other", "HEAD"]);
    expect(canary.songs()).toEqual(expect.arrayContaining(["included", "reference-transaction", "filter.x.process"]));
  });
});
